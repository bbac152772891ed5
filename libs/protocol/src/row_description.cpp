#include <pgpipe/protocol/body_reader.hpp>
#include <pgpipe/protocol/row_description.hpp>

namespace pgpipe::protocol {

field_description row_shape::operator[](std::size_t i) const {
  const column& each = columns_[i];
  return {name(i), each.table, each.number, each.type, each.size, each.modifier, each.encoding};
}

std::string_view row_shape::name(std::size_t i) const {
  const std::size_t begin = i == 0 ? 0 : columns_[i - 1].name_end;
  return std::string_view(names_).substr(begin, columns_[i].name_end - begin);
}

std::optional<std::size_t> row_shape::find(std::string_view name) const {
  for (std::size_t i = 0; i != size(); ++i) {
    if (this->name(i) == name) return i;
  }
  return std::nullopt;
}

void row_shape::clear() {
  columns_.clear();
  names_.clear();
}

void row_shape::add(const field_description& field) {
  names_.append(field.name);
  columns_.push_back({static_cast<std::uint32_t>(names_.size()), field.table, field.type, field.modifier, field.column,
                      field.size, field.encoding});
}

void row_shape::set_encoding(format all) {
  for (column& each : columns_) each.encoding = all;
}

bool decode(std::span<const std::byte> body, row_shape& out) {
  out.clear();
  body_reader reader(body);
  const std::uint16_t count = reader.uint2();
  for (std::uint16_t i = 0; i != count && !reader.failed(); ++i) {
    field_description field;
    field.name = reader.string();
    field.table = reader.uint4();
    field.column = reader.int2();
    field.type = reader.uint4();
    field.size = reader.int2();
    field.modifier = reader.int4();
    field.encoding = static_cast<format>(reader.int2());
    if (field.encoding != format::text && field.encoding != format::binary) return false;
    out.add(field);
  }
  return reader.complete();
}

}  // namespace pgpipe::protocol
