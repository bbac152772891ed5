#include <algorithm>
#include <charconv>

#include <pgpipe/types/binary_reader.hpp>
#include <pgpipe/types/inet.hpp>

#include "ip_text.hpp"

namespace pgpipe::types {
namespace {

// The server's AF_INET and the number after it, on every platform.
constexpr std::uint8_t wire_v4 = 2;
constexpr std::uint8_t wire_v6 = 3;

std::size_t bytes_of(ip_version version) { return version == ip_version::v4 ? 4 : 16; }
unsigned bits_of(ip_version version) { return version == ip_version::v4 ? 32 : 128; }

bool is_network(const inet& value) {
  for (unsigned bit = value.prefix; bit != bits_of(value.version); ++bit) {
    if ((value.address[bit / 8] & (std::byte{0x80} >> (bit % 8))) != std::byte{0}) return false;
  }
  return true;
}

bool take_prefix(std::string_view text, inet& out) {
  const auto [stop, failure] = std::from_chars(text.data(), text.data() + text.size(), out.prefix);
  return failure == std::errc() && stop == text.data() + text.size() && out.prefix <= bits_of(out.version);
}

bool read_text(std::string_view text, bool needs_prefix, inet& out) {
  const std::size_t slash = text.find('/');
  out = {};
  if (!detail::parse_ip(text.substr(0, slash), out.version, out.address)) return false;
  out.prefix = static_cast<std::uint8_t>(bits_of(out.version));
  return slash == std::string_view::npos ? !needs_prefix : take_prefix(text.substr(slash + 1), out);
}

std::size_t write_text(char* to, const inet& value, bool always_prefix) {
  char* at = detail::write_ip(to, value.version, value.address);
  if (always_prefix || value.prefix != bits_of(value.version)) {
    *at++ = '/';
    at = std::to_chars(at, at + 3, value.prefix).ptr;
  }
  return static_cast<std::size_t>(at - to);
}

std::size_t write_binary(std::byte* to, const inet& value, bool is_cidr) {
  const std::size_t size = bytes_of(value.version);
  to[0] = std::byte{value.version == ip_version::v4 ? wire_v4 : wire_v6};
  to[1] = std::byte{value.prefix};
  to[2] = std::byte{is_cidr};
  to[3] = static_cast<std::byte>(size);
  std::copy_n(value.address.begin(), size, to + 4);
  return 4 + size;
}

bool read_binary(field_view value, bool is_cidr, inet& out) {
  binary_reader in(value);
  const std::uint8_t family = in.byte();
  out = {};
  out.version = family == wire_v4 ? ip_version::v4 : ip_version::v6;
  out.prefix = in.byte();
  const std::uint8_t cidr_mark = in.byte();
  const std::uint8_t size = in.byte();
  if ((family != wire_v4 && family != wire_v6) || size != bytes_of(out.version)) return false;
  if (out.prefix > bits_of(out.version) || cidr_mark != (is_cidr ? 1 : 0)) return false;
  const std::span<const std::byte> address = in.bytes(size);
  if (!in.complete()) return false;
  std::copy(address.begin(), address.end(), out.address.begin());
  return true;
}

}  // namespace

result<inet> inet::parse(std::string_view text) {
  inet value;
  if (!inet_form::read_text(text, value)) return fail(error_category::usage, "no IP address", retry_safety::safe);
  return value;
}

result<cidr> cidr::parse(std::string_view text) {
  cidr value;
  if (!cidr_form::read_text(text, value)) return fail(error_category::usage, "no IP network", retry_safety::safe);
  return value;
}

std::string inet::to_string() const {
  std::string text(inet_form::room(*this, format::text), '\0');
  text.resize(inet_form::write_text(text.data(), *this));
  return text;
}

std::string cidr::to_string() const {
  std::string text(cidr_form::room(*this, format::text), '\0');
  text.resize(cidr_form::write_text(text.data(), *this));
  return text;
}

bool inet_form::can_send(const inet& value) { return value.prefix <= bits_of(value.version); }
std::size_t inet_form::write_text(char* to, const inet& value) { return types::write_text(to, value, false); }
std::size_t inet_form::write_binary(std::byte* to, const inet& value) { return types::write_binary(to, value, false); }
bool inet_form::read_text(std::string_view text, inet& out) { return types::read_text(text, false, out); }
bool inet_form::read_binary(field_view value, inet& out) { return types::read_binary(value, false, out); }

bool cidr_form::can_send(const cidr& value) { return inet_form::can_send(value) && is_network(value); }
std::size_t cidr_form::write_text(char* to, const cidr& value) { return types::write_text(to, value, true); }
std::size_t cidr_form::write_binary(std::byte* to, const cidr& value) { return types::write_binary(to, value, true); }
bool cidr_form::read_text(std::string_view text, cidr& out) {
  return types::read_text(text, true, out) && is_network(out);
}
bool cidr_form::read_binary(field_view value, cidr& out) {
  return types::read_binary(value, true, out) && is_network(out);
}

}  // namespace pgpipe::types
