#include "ip_text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace pgpipe::types::detail {
namespace {

constexpr std::size_t words_of_v6 = 8;

// Four decimal numbers with dots between them; no leading zeros, which some read as octal.
bool parse_v4(std::string_view text, std::byte* to) {
  for (int part = 0; part != 4; ++part) {
    if (part != 0) {
      if (text.empty() || text.front() != '.') return false;
      text.remove_prefix(1);
    }
    std::uint8_t value = 0;
    const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    const auto digits = static_cast<std::size_t>(stop - text.data());
    if (failure != std::errc() || (digits > 1 && text.front() == '0')) return false;
    to[part] = std::byte{value};
    text.remove_prefix(digits);
  }
  return text.empty();
}

// Words with colons between them, in `out` as bytes; where "::" stands is `gap`.
struct v6_reader {
  std::array<std::byte, 16> out{};
  std::size_t size = 0;
  std::size_t gap = no_gap;
  static constexpr std::size_t no_gap = 99;

  bool read(std::string_view text) {
    if (text.starts_with("::")) {
      gap = 0;
      text.remove_prefix(2);
    }
    while (!text.empty()) {
      if (!read_part(text)) return false;
    }
    return gap == no_gap ? size == out.size() : size < out.size() - 1;
  }

 private:
  // A word, or an IPv4 address at the end, and the colons behind it.
  bool read_part(std::string_view& text) {
    const std::size_t end = std::min(text.find(':'), text.size());
    if (text.substr(0, end).find('.') != std::string_view::npos) {
      if (end != text.size() || size > out.size() - 4 || !parse_v4(text, out.data() + size)) return false;
      size += 4;
      text = {};
      return true;
    }
    std::uint16_t word = 0;
    const auto [stop, failure] = std::from_chars(text.data(), text.data() + end, word, 16);
    if (failure != std::errc() || stop != text.data() + end || end > 4 || size == out.size()) return false;
    out[size++] = static_cast<std::byte>(word >> 8U);
    out[size++] = static_cast<std::byte>(word & 0xffU);
    text.remove_prefix(end);
    if (text.empty()) return true;
    text.remove_prefix(1);
    if (text.empty()) return false;
    if (text.front() != ':') return true;
    if (gap != no_gap) return false;
    gap = size;
    text.remove_prefix(1);
    return true;
  }
};

char* write_v4(char* to, const std::byte* bytes) {
  for (int part = 0; part != 4; ++part) {
    if (part != 0) *to++ = '.';
    to = std::to_chars(to, to + 3, std::to_integer<unsigned>(bytes[part])).ptr;
  }
  return to;
}

struct run {
  std::size_t begin = words_of_v6;
  std::size_t size = 0;
};

// The first of the longest runs of two zero words or more.
run longest_zeros(const std::array<std::uint16_t, words_of_v6>& words) {
  run best;
  for (std::size_t begin = 0; begin != words.size(); ++begin) {
    std::size_t end = begin;
    while (end != words.size() && words[end] == 0) ++end;
    if (end - begin > std::max<std::size_t>(best.size, 1)) best = {begin, end - begin};
  }
  return best;
}

// ::1.2.3.4 and ::ffff:1.2.3.4, but not ::1.
bool embeds_v4(const std::array<std::uint16_t, words_of_v6>& words, const run& zeros) {
  return zeros.begin == 0 && (zeros.size == 6 || (zeros.size == 5 && words[5] == 0xffff));
}

char* write_v6(char* to, const std::array<std::byte, 16>& address) {
  std::array<std::uint16_t, words_of_v6> words{};
  for (std::size_t i = 0; i != words.size(); ++i) {
    words[i] = static_cast<std::uint16_t>(std::to_integer<unsigned>(address[2 * i]) * 256 +
                                          std::to_integer<unsigned>(address[2 * i + 1]));
  }
  const run zeros = longest_zeros(words);
  for (std::size_t i = 0; i != words.size(); ++i) {
    if (i >= zeros.begin && i < zeros.begin + zeros.size) {
      if (i == zeros.begin) *to++ = ':';
      continue;
    }
    if (i != 0) *to++ = ':';
    if (i == 6 && embeds_v4(words, zeros)) return write_v4(to, address.data() + 12);
    to = std::to_chars(to, to + 4, words[i], 16).ptr;
  }
  if (zeros.begin + zeros.size == words.size() && zeros.size != 0) *to++ = ':';
  return to;
}

}  // namespace

bool parse_ip(std::string_view text, ip_version& version, std::array<std::byte, 16>& address) {
  version = text.find(':') == std::string_view::npos ? ip_version::v4 : ip_version::v6;
  if (version == ip_version::v4) return parse_v4(text, address.data());
  v6_reader reader;
  if (!reader.read(text)) return false;
  address = reader.out;
  if (reader.gap != v6_reader::no_gap) {
    // What stands behind the gap moves to the end.
    const auto from = address.begin() + static_cast<std::ptrdiff_t>(reader.gap);
    const auto end = address.begin() + static_cast<std::ptrdiff_t>(reader.size);
    std::rotate(from, end, address.end());
  }
  return true;
}

char* write_ip(char* to, ip_version version, const std::array<std::byte, 16>& address) {
  return version == ip_version::v4 ? write_v4(to, address.data()) : write_v6(to, address);
}

}  // namespace pgpipe::types::detail
