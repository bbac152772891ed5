// A server's values of any kind, read as every C++ type: what can be read can be written and read again.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "value_round_trip.hpp"

namespace {

using namespace pgpipe;
using namespace pgpipe::types;
using fuzz::round_trip;

void read_as_everything(field_view value, std::uint32_t type, format as) {
  round_trip<bool>(value, type, as);
  round_trip<std::int16_t>(value, type, as);
  round_trip<std::int32_t>(value, type, as);
  round_trip<std::int64_t>(value, type, as);
  round_trip<std::uint32_t>(value, type, as);
  round_trip<std::uint64_t>(value, type, as);
  round_trip<float>(value, type, as);
  round_trip<double>(value, type, as);
  round_trip<std::string>(value, type, as);
  round_trip<std::vector<std::byte>>(value, type, as);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const field_view value{reinterpret_cast<const std::byte*>(data), size};
  if (value.is_null()) return 0;
  for (const std::uint32_t type : {oid::boolean, oid::bytea, oid::int2, oid::int4, oid::int8, oid::object_id,
                                   oid::float4, oid::float8, oid::text, oid::numeric, std::uint32_t{16384}}) {
    for (const format as : {format::text, format::binary}) read_as_everything(value, type, as);
  }
  return 0;
}
