// A server's date, time or interval, and the addresses and UUIDs beside them, in text or binary.

#include <chrono>
#include <cstddef>
#include <cstdint>

#include "value_round_trip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pgpipe::types;
  using namespace std::chrono;
  using pgpipe::fuzz::round_trip;
  round_trip<or_infinity<sys_days>>(data, size, oid::date);
  round_trip<year_month_day>(data, size, oid::date);
  round_trip<or_infinity<sys_time<microseconds>>>(data, size, oid::timestamptz);
  round_trip<sys_seconds>(data, size, oid::timestamptz);
  round_trip<local_time<milliseconds>>(data, size, oid::timestamp);
  round_trip<microseconds>(data, size, oid::time);
  round_trip<seconds>(data, size, oid::interval);
  round_trip<timetz>(data, size, oid::timetz);
  round_trip<interval>(data, size, oid::interval);
  round_trip<inet>(data, size, oid::inet);
  round_trip<cidr>(data, size, oid::cidr);
  round_trip<macaddr>(data, size, oid::macaddr);
  round_trip<uuid>(data, size, oid::uuid);
  return 0;
}
