// A server's numeric in text or binary, and text of people's: what is read is written as it was, and every conversion
// ends in a value or an error.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "value_round_trip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using pgpipe::fuzz::require;
  using pgpipe::types::numeric;
  pgpipe::fuzz::round_trip<numeric>(data, size, pgpipe::types::oid::numeric);
  const auto parsed = numeric::parse({reinterpret_cast<const char*>(data), size});
  if (!parsed) return 0;
  require(numeric::parse(parsed->to_string()) == *parsed);
  require(numeric::parse(parsed->to_string())->scale() == parsed->scale());
  if (const auto integer = parsed->to_int64()) require(numeric(*integer) == *parsed);
  if (const auto real = parsed->to_double()) require(numeric(*real).is_finite() == parsed->is_finite());
  return 0;
}
