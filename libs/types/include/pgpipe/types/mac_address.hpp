#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/oid.hpp>
#include <pgpipe/types/scalar_codec.hpp>

namespace pgpipe::types {

// A MAC address of six bytes (macaddr) or eight (macaddr8).
template <std::size_t Size>
struct mac_address {
  std::array<std::byte, Size> bytes{};

  // "08:00:2b:01:02:03", as the server writes it; its other spellings are for the server to read. A usage error for
  // anything else.
  static result<mac_address> parse(std::string_view text);
  [[nodiscard]] std::string to_string() const;

  friend auto operator<=>(const mac_address&, const mac_address&) = default;
};

using macaddr = mac_address<6>;
using macaddr8 = mac_address<8>;

template <std::size_t Size>
struct mac_address_form {
  static constexpr std::string_view name = Size == 6 ? "macaddr" : "macaddr8";
  static constexpr std::uint32_t type = Size == 6 ? oid::macaddr : oid::macaddr8;
  static bool can_send(const mac_address<Size>&) { return true; }
  static std::size_t room(const mac_address<Size>&, format) { return 3 * Size; }
  static std::size_t write_text(char* to, const mac_address<Size>& value);
  static std::size_t write_binary(std::byte* to, const mac_address<Size>& value);
  static bool read_text(std::string_view text, mac_address<Size>& out);
  static bool read_binary(field_view value, mac_address<Size>& out);
};

extern template struct mac_address<6>;
extern template struct mac_address<8>;
extern template struct mac_address_form<6>;
extern template struct mac_address_form<8>;

template <std::size_t Size>
struct codec<mac_address<Size>> : detail::scalar_codec<mac_address<Size>, mac_address_form<Size>> {
  static constexpr std::string_view name = mac_address_form<Size>::name;
  static constexpr std::uint32_t type = mac_address_form<Size>::type;
};

}  // namespace pgpipe::types
