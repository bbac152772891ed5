#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "delay/byte_ring.hpp"
#include "delay/link_model.hpp"

namespace pgpipe::app::delay {

// One direction of a proxied connection: bytes on their way from one socket to the other. It never waits. The two
// directions of a connection know nothing of each other.
class direction {
 public:
  enum class state : std::uint8_t {
    carrying,
    ended,  // all was passed on, the end too
    cut,    // the connection is to be broken, now
  };

  // `settings` must outlive it; the sockets are not owned. Nothing is passed on before open().
  direction(const link_settings& settings, toward where, std::uint64_t seed) : model_(settings, where, seed) {
    segments_ = settings.segment.has_value();
    segment_bytes_ = segments_ ? static_cast<std::size_t>(*settings.segment) : 1;
  }
  void read_from(int source) { source_ = source; }
  void open(int sink) { sink_ = sink; }

  // The source is readable: takes what it has, at most as much as there is room for.
  void receive(moment now);

  // Passes on what is due. Returns what has become of it.
  state deliver(moment now);

  // When to call deliver(); nothing when there is nothing on the way, or the sink is full.
  [[nodiscard]] std::optional<moment> due() const;

  [[nodiscard]] bool wants_input() const;
  // The sink did not take all: call deliver() when it is writable.
  [[nodiscard]] bool is_blocked() const { return blocked_; }

 private:
  [[nodiscard]] std::size_t room() const;
  [[nodiscard]] std::size_t due_bytes(moment now) const;
  bool send(moment now);
  void give_up();

  link_model model_;
  byte_ring bytes_;
  std::deque<parcel> parcels_;
  int source_ = -1;
  int sink_ = -1;
  bool segments_ = false;
  std::size_t segment_bytes_ = 1;
  bool source_ended_ = false;
  bool blocked_ = false;
  bool broken_ = false;  // nobody takes the bytes any more: they are read and thrown away
};

}  // namespace pgpipe::app::delay
