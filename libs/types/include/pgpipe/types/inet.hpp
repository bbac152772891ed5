#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/oid.hpp>
#include <pgpipe/types/scalar_codec.hpp>

namespace pgpipe::types {

enum class ip_version : std::uint8_t { v4, v6 };

// An address of a host and, by the length of its prefix, the network that it is in.
struct inet {
  ip_version version = ip_version::v4;
  std::array<std::byte, 16> address{};  // of v4 the first four bytes; the others stay zero
  std::uint8_t prefix = 32;             // bits: 32 or 128 for a host alone

  // "192.168.0.1", "192.168.0.1/24", "2001:db8::1/64", "::ffff:1.2.3.4". A usage error for anything else.
  static result<inet> parse(std::string_view text);
  // As the server writes it: the prefix stands where it is not a host's.
  [[nodiscard]] std::string to_string() const;

  // By version, address and prefix; the server's order looks at the network first.
  friend auto operator<=>(const inet&, const inet&) = default;
};

// A network: an inet whose bits behind the prefix are zero.
struct cidr : inet {
  // The prefix must be there, as the server writes it.
  static result<cidr> parse(std::string_view text);
  [[nodiscard]] std::string to_string() const;

  friend auto operator<=>(const cidr&, const cidr&) = default;
};

struct inet_form {
  static constexpr std::string_view name = "inet";
  static constexpr std::uint32_t type = oid::inet;
  static bool can_send(const inet& value);
  static std::size_t room(const inet&, format) { return 48; }
  static std::size_t write_text(char* to, const inet& value);
  static std::size_t write_binary(std::byte* to, const inet& value);
  static bool read_text(std::string_view text, inet& out);
  static bool read_binary(field_view value, inet& out);
};

struct cidr_form {
  static constexpr std::string_view name = "cidr";
  static constexpr std::uint32_t type = oid::cidr;
  static bool can_send(const cidr& value);
  static std::size_t room(const cidr&, format) { return 48; }
  static std::size_t write_text(char* to, const cidr& value);
  static std::size_t write_binary(std::byte* to, const cidr& value);
  static bool read_text(std::string_view text, cidr& out);
  static bool read_binary(field_view value, cidr& out);
};

template <>
struct codec<inet> : detail::scalar_codec<inet, inet_form> {
  static constexpr std::string_view name = inet_form::name;
  static constexpr std::uint32_t type = inet_form::type;
};

template <>
struct codec<cidr> : detail::scalar_codec<cidr, cidr_form> {
  static constexpr std::string_view name = cidr_form::name;
  static constexpr std::uint32_t type = cidr_form::type;
};

}  // namespace pgpipe::types
