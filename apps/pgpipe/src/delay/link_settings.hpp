#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <pgpipe/base/result.hpp>

namespace pgpipe::app::delay {

// Nothing passes from `at` on for `lasts`; `at` counts from the link's first connection.
struct stall {
  std::chrono::nanoseconds at{0};
  std::chrono::nanoseconds lasts{0};
};

// How a link differs from a wire of no length. Each direction has the whole bandwidth for itself.
struct link_settings {
  std::chrono::nanoseconds rtt{0};            // half of it each way
  std::chrono::nanoseconds jitter{0};         // what is sent at once may take up to so much longer; the order stays
  std::optional<double> bandwidth = {};       // bytes a second
  double loss_stall = 0;                      // the share of packets that are lost, and come when they were sent again
  std::optional<std::uint64_t> segment = {};  // at most so many bytes are passed on at once
  std::vector<stall> stalls = {};             // of both directions
  std::optional<std::uint64_t> cut_after_bytes = {};            // of the server's, in each connection
  std::optional<std::chrono::nanoseconds> cut_after_time = {};  // of each connection's

  // Whether it changes anything.
  [[nodiscard]] bool is_plain() const {
    return rtt.count() == 0 && jitter.count() == 0 && !bandwidth && loss_stall == 0 && !segment && stalls.empty() &&
           !cut_after_bytes && !cut_after_time;
  }
};

// The options that make up a link, without their dashes: rtt, jitter, bandwidth, loss-stall, segment, stall-at,
// cut-after.
[[nodiscard]] std::span<const std::string_view> link_option_names();

// Applies one of them; stall-at adds up. A usage error names the option and says what it takes.
[[nodiscard]] result<void> set_link_option(link_settings& link, std::string_view name, std::string_view value);

}  // namespace pgpipe::app::delay
