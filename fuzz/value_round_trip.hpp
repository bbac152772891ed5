#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <type_traits>

#include <pgpipe/types/string_writer.hpp>
#include <pgpipe/types/types.hpp>

// What a fuzz target of a decoder asks for: whatever can be read can be written, and is read again as the same.
namespace pgpipe::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

template <typename T>
bool same(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a)) return std::isnan(b);
  }
  return a == b;
}

template <typename T>
void round_trip(field_view value, std::uint32_t type, format as) {
  const result<T> read = types::decode<T>(value, type, as);
  if (!read) return require(!read.error().text().empty());
  for (const format again : {as, format::text}) {
    std::string written;
    {
      types::string_writer out(written);
      require(types::encode(out, *read, type, again).has_value());
    }
    const field_view bytes{reinterpret_cast<const std::byte*>(written.data()), written.size()};
    const result<T> reread = types::decode<T>(bytes, type, again);
    require(reread.has_value() && same(*read, *reread));
  }
}

// The input as a value of `type`, in both formats.
template <typename T>
void round_trip(const std::uint8_t* data, std::size_t size, std::uint32_t type) {
  const field_view value{reinterpret_cast<const std::byte*>(data), size};
  if (value.is_null()) return;
  for (const format as : {format::text, format::binary}) round_trip<T>(value, type, as);
}

}  // namespace pgpipe::fuzz
