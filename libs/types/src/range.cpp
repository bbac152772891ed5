#include <pgpipe/types/range.hpp>

namespace pgpipe::types::detail {
namespace {

bool take_bound(std::string_view& text, text_part& out) { return take_part(text, ",)]", "([", out); }

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

bool take_range(std::string_view& text, range_text& out) {
  constexpr std::string_view empty = "empty";
  if (text.starts_with(empty)) {
    text.remove_prefix(empty.size());
    out.flags = range_flags::empty;
    out.lower.null = out.upper.null = true;
    return true;
  }
  if (take(text, '[')) {
    out.flags = out.flags | range_flags::lower_inclusive;
  } else if (!take(text, '(')) {
    return false;
  }
  if (!take_bound(text, out.lower) || !take(text, ',') || !take_bound(text, out.upper)) return false;
  if (take(text, ']')) {
    out.flags = out.flags | range_flags::upper_inclusive;
    return true;
  }
  return take(text, ')');
}

bool parse_multirange(std::string_view text, std::vector<range_text>& out) {
  if (text == "{}") return true;
  if (!take(text, '{')) return false;
  do {
    if (!take_range(text, out.emplace_back())) return false;
  } while (take(text, ','));
  return text == "}";
}

bool are_range_flags(std::uint8_t byte) {
  constexpr std::uint8_t all = 0x1f;
  const auto flags = static_cast<range_flags>(byte);
  if ((byte & ~all) != 0) return false;
  if (has(flags, range_flags::empty)) return byte == static_cast<std::uint8_t>(range_flags::empty);
  // A bound that is not there is not included.
  return !(has(flags, range_flags::lower_infinite) && has(flags, range_flags::lower_inclusive)) &&
         !(has(flags, range_flags::upper_infinite) && has(flags, range_flags::upper_inclusive));
}

std::optional<std::uint32_t> bound_type(std::uint32_t type, std::uint32_t own) {
  if (const std::uint32_t subtype = subtype_of(type)) return subtype;
  return type_name(type).empty() ? std::optional(own) : std::nullopt;
}

std::optional<std::uint32_t> range_type(std::uint32_t multirange, std::uint32_t own) {
  if (const std::uint32_t range = range_of_multirange(multirange)) return range;
  return type_name(multirange).empty() ? std::optional(own) : std::nullopt;
}

}  // namespace pgpipe::types::detail
