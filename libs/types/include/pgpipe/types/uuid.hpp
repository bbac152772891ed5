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

struct uuid {
  std::array<std::byte, 16> bytes{};

  // "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", with digits of either case. A usage error for anything else.
  static result<uuid> parse(std::string_view text);
  [[nodiscard]] std::string to_string() const;

  friend auto operator<=>(const uuid&, const uuid&) = default;
};

struct uuid_form {
  static constexpr std::string_view name = "uuid";
  static constexpr std::uint32_t type = oid::uuid;
  static bool can_send(const uuid&) { return true; }
  static std::size_t room(const uuid&, format) { return 36; }
  static std::size_t write_text(char* to, const uuid& value);
  static std::size_t write_binary(std::byte* to, const uuid& value);
  static bool read_text(std::string_view text, uuid& out);
  static bool read_binary(field_view value, uuid& out);
};

template <>
struct codec<uuid> : detail::scalar_codec<uuid, uuid_form> {
  static constexpr std::string_view name = uuid_form::name;
  static constexpr std::uint32_t type = uuid_form::type;
};

}  // namespace pgpipe::types
