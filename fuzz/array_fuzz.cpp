// A server's array in text or binary, of elements of several kinds.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "value_round_trip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pgpipe::types;
  using pgpipe::fuzz::round_trip;
  constexpr std::uint32_t only_the_server_knows = 16384;
  round_trip<array<std::int32_t>>(data, size, array_of(oid::int4));
  round_trip<std::vector<std::optional<std::int64_t>>>(data, size, array_of(oid::int8));
  round_trip<array<std::optional<std::string>>>(data, size, array_of(oid::text));
  round_trip<std::vector<std::vector<std::byte>>>(data, size, array_of(oid::bytea));
  round_trip<array<std::optional<numeric>>>(data, size, array_of(oid::numeric));
  round_trip<std::vector<range<std::int32_t>>>(data, size, array_of(oid::int4range));
  // The element's type is then the one that binary says, which writing cannot say again: text only.
  const pgpipe::field_view value{reinterpret_cast<const std::byte*>(data), size};
  if (value.is_null()) return 0;
  round_trip<array<std::optional<std::string>>>(value, array_of(oid::box), pgpipe::format::text);
  round_trip<array<std::int32_t>>(value, only_the_server_knows, pgpipe::format::text);
  return 0;
}
