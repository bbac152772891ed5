#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <random>

#include "delay/link_settings.hpp"

namespace pgpipe::app::delay {

// Time on the link's own clock, which begins with its first connection.
using moment = std::chrono::nanoseconds;

enum class toward : std::uint8_t { server, client };

// What follows when a parcel's bytes have been passed on.
enum class aftermath : std::uint8_t {
  none,
  end,  // the sender sends no more
  cut,  // the connection breaks
};

// Bytes that leave the link together, at a moment.
struct parcel {
  std::size_t bytes = 0;
  moment release{0};
  aftermath then = aftermath::none;

  bool operator==(const parcel&) const = default;
};

// One direction of one connection: says when what enters the link now leaves it at the other end. It holds no bytes and
// reads no clock: the caller keeps the bytes in order and passes parcels on when their time has come. Times never go
// backwards from one parcel to the next. Once a parcel's aftermath is not `none`, nothing more may enter.
class link_model {
 public:
  // The same seed draws the same jitter and losses. `settings` must outlive it.
  link_model(const link_settings& settings, toward direction, std::uint64_t seed);

  // Appends one parcel, or several where segments are asked for. Of the bytes only as many as the parcels hold may be
  // passed on, which are all unless the connection is cut among them.
  void carry(std::size_t bytes, moment now, std::deque<parcel>& out);

  // The end of the stream, which travels like a byte.
  void end(moment now, std::deque<parcel>& out);

 private:
  [[nodiscard]] moment release_of(std::size_t bytes, moment now);
  [[nodiscard]] bool is_lost(std::size_t bytes);

  const link_settings* settings_;
  moment one_way_;
  std::uint64_t left_before_cut_;
  moment busy_until_{0};  // the bandwidth is used by what entered before
  moment last_release_{0};
  std::mt19937_64 random_;
};

}  // namespace pgpipe::app::delay
