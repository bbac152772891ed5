#include "option_reader.hpp"

namespace pgpipe::protocol {

int option_reader::integer(std::string_view keyword, int otherwise, std::string_view unit) {
  const std::string wanted = text(keyword);
  if (wanted.empty()) return otherwise;
  const std::optional<int> parsed = parse_integer(wanted);
  if (!parsed) {
    refuse("invalid integer value for parameter " + std::string(keyword) + ": expected " + std::string(unit));
  }
  return parsed.value_or(otherwise);
}

}  // namespace pgpipe::protocol
