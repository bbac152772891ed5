#include <charconv>

#include <pgpipe/protocol/command_complete.hpp>

namespace pgpipe::protocol {
namespace {

// Cuts " <digits>" off the end of `text` and reads it into `out`. False, and nothing cut, when there is no such number.
template <typename Integer>
bool cut_number(std::string_view& text, Integer& out) {
  const std::size_t space = text.rfind(' ');
  if (space == std::string_view::npos) return false;
  const std::string_view word = text.substr(space + 1);
  const char* end = word.data() + word.size();
  const auto [stop, failure] = std::from_chars(word.data(), end, out);
  if (failure != std::errc() || stop != end) return false;
  text = text.substr(0, space);
  return true;
}

}  // namespace

std::string_view command_complete::command() const {
  std::string_view left = tag;
  std::uint64_t number = 0;
  while (cut_number(left, number)) {
  }
  return left;
}

std::optional<std::uint64_t> command_complete::rows() const {
  std::string_view left = tag;
  std::uint64_t count = 0;
  if (!cut_number(left, count)) return std::nullopt;
  return count;
}

std::uint32_t command_complete::insert_oid() const {
  std::string_view left = tag;
  std::uint64_t count = 0;
  std::uint32_t oid = 0;
  if (!tag.starts_with("INSERT ") || !cut_number(left, count) || !cut_number(left, oid)) return 0;
  return oid;
}

}  // namespace pgpipe::protocol
