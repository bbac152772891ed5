#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pgpipe/protocol/message_type.hpp>

namespace pgpipe::protocol {

// One column of a RowDescription.
struct field_description {
  std::string_view name;
  std::uint32_t table = 0;     // OID of the table it is a column of, or 0
  std::int16_t column = 0;     // its number in that table, or 0
  std::uint32_t type = 0;      // OID of the data type
  std::int16_t size = 0;       // of the type (pg_type.typlen); negative for variable width
  std::int32_t modifier = -1;  // of the type (pg_attribute.atttypmod)
  format encoding = format::text;

  friend bool operator==(const field_description&, const field_description&) = default;
};

// The columns of a result, in a form that outlives the message: one array and one text for all names. Decoding into a
// shape that was used before reuses its memory. The names that operator[] returns last until the next change.
class row_shape {
 public:
  [[nodiscard]] std::size_t size() const { return columns_.size(); }
  [[nodiscard]] bool empty() const { return columns_.empty(); }
  [[nodiscard]] field_description operator[](std::size_t i) const;

  [[nodiscard]] std::uint32_t type(std::size_t i) const { return columns_[i].type; }
  [[nodiscard]] format encoding(std::size_t i) const { return columns_[i].encoding; }
  [[nodiscard]] std::string_view name(std::size_t i) const;

  // The first column of exactly this name.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;

  void clear();
  void add(const field_description& field);

  // What a described statement leaves open: a RowDescription by Describe says text for every column, the format is
  // chosen by Bind.
  void set_encoding(format all);
  void set_encoding(std::size_t i, format encoding) { columns_[i].encoding = encoding; }

  friend bool operator==(const row_shape&, const row_shape&) = default;

 private:
  struct column {
    std::uint32_t name_end;
    std::uint32_t table;
    std::uint32_t type;
    std::int32_t modifier;
    std::int16_t number;
    std::int16_t size;
    format encoding;
    friend bool operator==(const column&, const column&) = default;
  };

  std::vector<column> columns_;
  std::string names_;
};

// False, and `out` in a valid but unspecified state, when the message is malformed.
[[nodiscard]] bool decode(std::span<const std::byte> body, row_shape& out);

}  // namespace pgpipe::protocol
