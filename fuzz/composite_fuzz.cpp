// A server's range, multirange, composite or hstore in text or binary.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "value_round_trip.hpp"

namespace {

struct item {
  std::string name;
  std::optional<std::int32_t> supplier;
  pgpipe::types::numeric price;
  std::vector<std::optional<std::string>> notes;
  friend bool operator==(const item&, const item&) = default;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pgpipe::types;
  using pgpipe::fuzz::round_trip;
  constexpr std::uint32_t only_the_server_knows = 16384;
  round_trip<range<std::int32_t>>(data, size, oid::int4range);
  round_trip<range<numeric>>(data, size, oid::numrange);
  round_trip<multirange<std::int64_t>>(data, size, oid::int8multirange);
  round_trip<item>(data, size, only_the_server_knows);
  round_trip<std::tuple<std::optional<std::string>, std::tuple<std::string, std::optional<bool>>>>(data, size,
                                                                                                   oid::record);
  const pgpipe::field_view value{reinterpret_cast<const std::byte*>(data), size};
  if (value.is_null()) return 0;
  round_trip<range<std::string>>(value, only_the_server_knows, pgpipe::format::text);
  round_trip<hstore>(value, only_the_server_knows, pgpipe::format::text);
  return 0;
}
