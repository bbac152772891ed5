#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "bench/statistics.hpp"

// What becomes of a transaction whose statement failed. The client that runs it does the rest: see client.hpp.
namespace pgpipe::app::bench {

// What a client may survive, by the error's SQLSTATE: a serialization failure and a deadlock always, another error only
// when the run goes on after errors (--continue-on-error). Nothing: the client is aborted.
[[nodiscard]] std::optional<failure> survivable_failure(std::string_view sqlstate, bool continue_on_error);

// The word that the log uses under --failures-detailed.
[[nodiscard]] std::string_view to_string(failure kind);

// How often a transaction is run before it has failed for good.
struct retry_policy {
  std::uint32_t max_tries = 1;                             // 0: no bound
  std::optional<std::chrono::microseconds> latency_limit;  // -L: no new try later than this after the scheduled start

  // Whether a transaction that was tried so many times, for so long, is run again.
  [[nodiscard]] bool allows(failure kind, std::uint32_t tries, std::chrono::nanoseconds elapsed) const;

  // "try 2/5, 37.120% of the maximum time of tries was used": where a transaction stands, for people.
  [[nodiscard]] std::string describe(std::uint32_t tries, std::chrono::nanoseconds elapsed) const;
};

}  // namespace pgpipe::app::bench
