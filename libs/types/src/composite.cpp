#include <pgpipe/types/composite.hpp>

namespace pgpipe::types::detail {

bool parse_composite(std::string_view text, std::vector<text_part>& fields) {
  if (!text.starts_with('(')) return false;
  do {
    text.remove_prefix(1);
    if (!take_part(text, ",)", "(", fields.emplace_back())) return false;
  } while (text.starts_with(','));
  return text == ")";
}

error in_field(std::size_t field, error cause) { return cause.add_context("field " + std::to_string(field)); }

}  // namespace pgpipe::types::detail
