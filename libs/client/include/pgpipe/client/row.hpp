#pragma once

#include <cstddef>
#include <string_view>

#include <pgpipe/base/field_view.hpp>
#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/data_row.hpp>
#include <pgpipe/protocol/row_description.hpp>
#include <pgpipe/types/types.hpp>

namespace pgpipe {

// One row of a result, valid for as long as the result is. Columns count from 0. Reading columns from left to right
// costs nothing extra; going back starts again from the left.
class row {
 public:
  row(const protocol::data_row_view& values, const protocol::row_shape& columns)
      : columns_(&columns), values_(values), at_(values_.begin()) {}

  [[nodiscard]] std::size_t size() const { return values_.size(); }
  [[nodiscard]] const protocol::row_shape& columns() const { return *columns_; }

  // The bytes as the server sent them, in the column's format.
  [[nodiscard]] field_view field(std::size_t column) const {
    if (column < next_) {
      at_ = values_.begin();
      next_ = 0;
    }
    for (; next_ != column; ++next_) ++at_;
    return *at_;
  }

  // The value as T. An error that names the column and the type when there is no such column, when it is NULL and T is
  // not optional, and when the column's type or value does not fit T.
  template <typename T>
  [[nodiscard]] result<T> decode(std::size_t column) const;
  template <typename T>
  [[nodiscard]] result<T> decode(std::string_view name) const;

  // The same value, or a throw of pgpipe::exception.
  template <typename T>
  [[nodiscard]] T get(std::size_t column) const {
    return value_or_throw(decode<T>(column));
  }
  template <typename T>
  [[nodiscard]] T get(std::string_view name) const {
    return value_or_throw(decode<T>(name));
  }

 private:
  const protocol::row_shape* columns_;
  protocol::data_row_view values_;
  mutable protocol::data_row_view::iterator at_;  // stands at column next_
  mutable std::size_t next_ = 0;
};

namespace detail {
[[nodiscard]] error no_such_column(std::string_view name);
[[nodiscard]] error no_such_column(std::size_t column, std::size_t columns);
}  // namespace detail

template <typename T>
result<T> row::decode(std::size_t column) const {
  if (column >= size()) return fail(detail::no_such_column(column, size()));
  result<T> value = types::decode<T>(field(column), columns_->type(column), columns_->encoding(column));
  if (!value) value.error().add_context("column \"" + std::string(columns_->name(column)) + '"');
  return value;
}

template <typename T>
result<T> row::decode(std::string_view name) const {
  const auto column = columns_->find(name);
  if (!column) return fail(detail::no_such_column(name));
  return decode<T>(*column);
}

}  // namespace pgpipe
