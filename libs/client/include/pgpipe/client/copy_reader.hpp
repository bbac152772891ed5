#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pgpipe/base/field_view.hpp>
#include <pgpipe/base/result.hpp>
#include <pgpipe/client/copy_format.hpp>
#include <pgpipe/types/types.hpp>

namespace pgpipe {

// One row of COPY data, valid while the function that was given it runs. Columns count from 0.
class copy_row {
 public:
  copy_row(std::span<const field_view> fields, std::span<const std::uint32_t> types, format encoding)
      : fields_(fields), types_(types), encoding_(encoding) {}

  [[nodiscard]] std::size_t size() const { return fields_.size(); }
  [[nodiscard]] field_view field(std::size_t column) const { return fields_[column]; }

  // The value as T; an error that names the column when there is none, or when it does not fit.
  template <typename T>
  [[nodiscard]] result<T> decode(std::size_t column) const {
    if (column >= size())
      return fail(error_category::usage, "the row has no column " + std::to_string(column), retry_safety::safe);
    const std::uint32_t known = column < types_.size() ? types_[column] : types::codec_for<T>::type;
    result<T> value = types::decode<T>(fields_[column], known == 0 ? types::oid::text : known, encoding_);
    if (!value) value.error().add_context("column " + std::to_string(column));
    return value;
  }
  template <typename T>
  [[nodiscard]] T get(std::size_t column) const {
    return value_or_throw(decode<T>(column));
  }

 private:
  std::span<const field_view> fields_;
  std::span<const std::uint32_t> types_;
  format encoding_;
};

// Cuts the data of a COPY ... TO STDOUT, in any pieces, into rows: feed() each piece, finish() at the end. The columns'
// types (types::oid) may be said; where they are not, each value is taken to have the type that T stands for.
class copy_reader {
 public:
  using take_row = std::function<void(const copy_row&)>;

  explicit copy_reader(copy_format as, std::vector<std::uint32_t> types = {}) : format_(as), types_(std::move(types)) {}

  // Errors: protocol, when the data is not of the format; nothing can be read any more then.
  result<void> feed(std::span<const std::byte> data, const take_row& take);
  // An error when the data ended inside a row, or without the trailer of the binary format.
  result<void> finish(const take_row& take);

 private:
  std::size_t feed_binary(std::string_view data, const take_row& take);
  std::size_t read_binary_header(std::string_view data);
  std::size_t read_binary_row(std::string_view data, const take_row& take);
  std::size_t feed_lines(std::string_view data, const take_row& take);
  void read_text_line(std::string_view line, const take_row& take);
  void read_csv_record(std::string_view record, const take_row& take);
  void show(const take_row& take);
  void break_off(std::string_view why);

  copy_format format_;
  std::vector<std::uint32_t> types_;
  std::string partial_;  // the beginning of a row whose end has not come yet
  bool header_read_ = false;
  bool ended_ = false;  // the binary trailer has come
  std::string broken_;  // why nothing can be read any more
  // Of the row being read: fields that are not in the data as they are stand in unescaped_, at their offsets.
  struct piece {
    bool null = false;
    std::size_t begin = 0;
    std::size_t size = 0;
  };
  std::string unescaped_;
  std::vector<piece> pieces_;
  std::vector<field_view> fields_;
};

}  // namespace pgpipe
