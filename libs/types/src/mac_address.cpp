#include <algorithm>

#include <pgpipe/types/mac_address.hpp>

#include "hex.hpp"

namespace pgpipe::types {

template <std::size_t Size>
result<mac_address<Size>> mac_address<Size>::parse(std::string_view text) {
  mac_address value;
  if (!mac_address_form<Size>::read_text(text, value)) {
    return fail(error_category::usage, "no MAC address", retry_safety::safe);
  }
  return value;
}

template <std::size_t Size>
std::string mac_address<Size>::to_string() const {
  std::string text(3 * Size, '\0');
  text.resize(mac_address_form<Size>::write_text(text.data(), *this));
  return text;
}

template <std::size_t Size>
std::size_t mac_address_form<Size>::write_text(char* to, const mac_address<Size>& value) {
  for (std::size_t i = 0; i != Size; ++i) {
    if (i != 0) *to++ = ':';
    to = detail::write_hex(to, value.bytes[i]);
  }
  return 3 * Size - 1;
}

template <std::size_t Size>
std::size_t mac_address_form<Size>::write_binary(std::byte* to, const mac_address<Size>& value) {
  std::copy(value.bytes.begin(), value.bytes.end(), to);
  return Size;
}

template <std::size_t Size>
bool mac_address_form<Size>::read_text(std::string_view text, mac_address<Size>& out) {
  if (text.size() != 3 * Size - 1) return false;
  for (std::size_t i = 0; i != Size; ++i) {
    if (i != 0 && text[3 * i - 1] != ':') return false;
    if (!detail::hex_byte(text.substr(3 * i), out.bytes[i])) return false;
  }
  return true;
}

template <std::size_t Size>
bool mac_address_form<Size>::read_binary(field_view value, mac_address<Size>& out) {
  if (value.size != Size) return false;
  std::copy(value.data, value.data + value.size, out.bytes.begin());
  return true;
}

template struct mac_address<6>;
template struct mac_address<8>;
template struct mac_address_form<6>;
template struct mac_address_form<8>;

}  // namespace pgpipe::types
