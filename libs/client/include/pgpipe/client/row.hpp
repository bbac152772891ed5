#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <pgpipe/base/field_view.hpp>
#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/data_row.hpp>
#include <pgpipe/protocol/row_description.hpp>
#include <pgpipe/types/types.hpp>

namespace pgpipe {

namespace detail {

// A row as one type: a struct or tuple takes a column a member, any other type the only column. A type with a codec of
// its own is a value, even if it is a struct.
template <typename T>
concept has_columns = types::composite<T> && requires { types::codec<T>::is_composite; };

template <typename... T>
struct values_of_row {
  using type = std::tuple<T...>;
};
template <typename T>
struct values_of_row<T> {
  using type = T;
};

template <typename T>
struct columns_of_values {
  static constexpr std::size_t count = 1;
};
template <has_columns T>
struct columns_of_values<T> {
  static constexpr std::size_t count = std::tuple_size_v<types::members_of<T>>;
};

}  // namespace detail

// What as<T...>() makes of a row: one T as it is, several as std::tuple<T...>.
template <typename... T>
using row_values = typename detail::values_of_row<T...>::type;

template <typename... T>
class typed_rows;

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

  // The same of all columns, from left to right: for (const field_view value : row).
  [[nodiscard]] protocol::data_row_view::iterator begin() const { return values_.begin(); }
  [[nodiscard]] protocol::data_row_view::iterator end() const { return values_.end(); }

  // The value as T. An error that names the column and the type when there is no such column, when it is NULL and T is
  // not optional, and when the column's type or value does not fit T.
  template <typename T>
  [[nodiscard]] result<T> decode(std::size_t column) const;
  template <typename T>
  [[nodiscard]] result<T> decode(std::string_view name) const;

  // The same value, or a throw of pgpipe::exception.
  template <typename T>
  [[nodiscard]] T get(std::size_t column) const {
    if constexpr (std::is_default_constructible_v<T>) {
      T value{};
      if (column >= size() || !read(field(column), column, value)) [[unlikely]]
        value = value_or_throw(decode<T>(column));
      return value;
    } else {
      return value_or_throw(decode<T>(column));
    }
  }
  template <typename T>
  [[nodiscard]] T get(std::string_view name) const {
    return value_or_throw(decode<T>(name));
  }

  // All columns at once: `auto [id, name] = row.as<int, std::string_view>()`, or as<T>() for a struct or tuple whose
  // members stand for the columns in their order, or for the type of the only column. An error when there are more or
  // fewer columns, else as for decode().
  template <typename... T>
  [[nodiscard]] result<row_values<T...>> decode_as() const;
  template <typename... T>
  [[nodiscard]] row_values<T...> as() const {
    if constexpr (std::is_default_constructible_v<row_values<T...>>) {
      row_values<T...> values{};
      if (!read_all(values)) [[unlikely]]
        values = value_or_throw(decode_as<T...>());
      return values;
    } else {
      return value_or_throw(decode_as<T...>());
    }
  }

 private:
  template <typename...>
  friend class typed_rows;
  // These make no result, which takes longer than to read a number; decode() tells why one of them is false.
  template <typename T>
  bool read(field_view from, std::size_t column, T& into) const {
    return types::try_decode(from, columns_->type(column), columns_->encoding(column), into);
  }

  template <typename Values>
  bool read_all(Values& into) const;

  const protocol::row_shape* columns_;
  protocol::data_row_view values_;
  mutable protocol::data_row_view::iterator at_;  // stands at column next_
  mutable std::size_t next_ = 0;
};

namespace detail {
[[nodiscard]] error no_such_column(std::string_view name);
[[nodiscard]] error no_such_column(std::size_t column, std::size_t columns);
[[nodiscard]] error wrong_column_count(std::size_t columns, std::size_t wanted);
[[nodiscard]] error in_column(std::string_view name, error cause);
}  // namespace detail

template <typename T>
result<T> row::decode(std::size_t column) const {
  if (column >= size()) return fail(detail::no_such_column(column, size()));
  result<T> value = types::decode<T>(field(column), columns_->type(column), columns_->encoding(column));
  if (!value) [[unlikely]]
    return fail(detail::in_column(columns_->name(column), std::move(value).error()));
  return value;
}

template <typename T>
result<T> row::decode(std::string_view name) const {
  const auto column = columns_->find(name);
  if (!column) return fail(detail::no_such_column(name));
  return decode<T>(*column);
}

template <typename Values>
bool row::read_all(Values& into) const {
  constexpr std::size_t count = detail::columns_of_values<Values>::count;
  if (size() != count) return false;
  if constexpr (detail::has_columns<Values>) {
    auto members = types::detail::tie(into);
    auto at = values_.begin();
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (read(at.take(), I, std::get<I>(members)) && ...);
    }(std::make_index_sequence<count>());
  } else {
    return read(*values_.begin(), 0, into);
  }
}

template <typename... T>
result<row_values<T...>> row::decode_as() const {
  using values = row_values<T...>;
  constexpr std::size_t count = detail::columns_of_values<values>::count;
  if (size() != count) return fail(detail::wrong_column_count(size(), count));
  if constexpr (detail::has_columns<values>) {
    result<values> out;
    auto members = types::detail::tie(*out);
    const auto take = [&]<typename M>(M& member, std::size_t column) {
      result<M> value = decode<M>(column);
      if (value) {
        member = *std::move(value);
      } else {
        out = fail(std::move(value).error());
      }
      return out.has_value();
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      std::ignore = (take(std::get<I>(members), I) && ...);
    }(std::make_index_sequence<count>());
    return out;
  } else {
    return decode<values>(0);
  }
}

}  // namespace pgpipe
