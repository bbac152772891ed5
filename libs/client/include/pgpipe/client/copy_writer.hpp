#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pgpipe/base/result.hpp>
#include <pgpipe/client/copy_buffer.hpp>
#include <pgpipe/client/copy_format.hpp>
#include <pgpipe/types/types.hpp>

namespace pgpipe {

namespace detail {

// What 64 KiB messages of the network are made from: enough for the cost of handing on not to matter.
inline constexpr std::size_t copy_gather_bytes = std::size_t{64} * 1024;

void begin_copy(copy_buffer& out, copy_format as);
void end_copy(copy_buffer& out, copy_format as);
// A value's text as a field of its format.
void write_copy_field(copy_buffer& out, std::string_view text, copy_format as);

}  // namespace detail

// Rows of values as the data of a COPY ... FROM STDIN: row() any number of times, finish(), then the COPY's own
// finish(). `Target` is a copy_in or a pipelined_copy, and is written to whenever 64 KiB have gathered.
//
// The binary format takes no other type than the column's own: say the columns' types (types::oid) where the C++ types
// do not, as an int does for int4; text goes into text columns only. The other formats leave that to the server.
template <typename Target>
class copy_writer {
 public:
  explicit copy_writer(Target& to, copy_format as, std::vector<std::uint32_t> types = {})
      : to_(&to), format_(as), types_(std::move(types)) {
    detail::begin_copy(gathered_, format_);
  }

  // One row, a value for each column. Errors: usage, with the number of the column, when a value does not fit; nothing
  // of the row is then written. Else what the target says.
  template <typename... Values>
  result<void> row(const Values&... values) {
    const std::size_t before = gathered_.position();
    if (!types_.empty() && types_.size() != sizeof...(values))
      return fail(error_category::usage,
                  "the COPY has " + std::to_string(types_.size()) + " columns, " + std::to_string(sizeof...(values)) +
                      " values were given",
                  retry_safety::safe);
    if (format_ == copy_format::binary) gathered_.int2(static_cast<std::int16_t>(sizeof...(values)));
    std::size_t column = 0;
    result<void> written;
    const auto write = [&](const auto& value) {
      result<void> one = field(column++, value);
      if (!one) [[unlikely]]
        written = std::move(one);
      return written.has_value();
    };
    if (!(write(values) && ...)) [[unlikely]] {
      gathered_.truncate(before);
      written.error().add_context("column " + std::to_string(column)).set_safety(retry_safety::safe);
      return written;
    }
    if (format_ != copy_format::binary) gathered_.byte('\n');
    return gathered_.position() < detail::copy_gather_bytes ? result<void>() : hand_on();
  }

  // Hands on what has gathered, and the end of the binary format.
  result<void> finish() {
    detail::end_copy(gathered_, format_);
    return hand_on();
  }

 private:
  template <typename T>
  result<void> field(std::size_t column, const T& value) {
    const std::uint32_t type = types_.empty() ? types::codec_for<T>::type : types_[column];
    if (format_ == copy_format::binary) return binary_field(value, type == 0 ? types::oid::text : type);
    if (column != 0) gathered_.byte(format_ == copy_format::csv ? ',' : '\t');
    if (types::is_null(value)) {
      if (format_ == copy_format::text) gathered_.text("\\N");
      return {};
    }
    scratch_.truncate(0);
    if (auto encoded = types::encode(scratch_, value, type, format::text); !encoded) return encoded;
    detail::write_copy_field(gathered_, scratch_.view(), format_);
    return {};
  }

  template <typename T>
  result<void> binary_field(const T& value, std::uint32_t type) {
    const std::size_t at = gathered_.position();
    gathered_.int4(-1);
    if (types::is_null(value)) return {};
    if (auto encoded = types::encode(gathered_, value, type, format::binary); !encoded) return encoded;
    gathered_.patch_int4(at, static_cast<std::int32_t>(gathered_.position() - at - 4));
    return {};
  }

  result<void> hand_on() {
    result<void> written = to_->write(gathered_.bytes());
    gathered_.truncate(0);
    return written;
  }

  Target* to_;
  copy_format format_;
  std::vector<std::uint32_t> types_;
  detail::copy_buffer gathered_;
  detail::copy_buffer scratch_;
};

}  // namespace pgpipe
