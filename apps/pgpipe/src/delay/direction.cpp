#include "delay/direction.hpp"

#include <algorithm>
#include <cerrno>

#include <sys/socket.h>

#include <pgpipe/net/kernel_call.hpp>

namespace pgpipe::app::delay {
namespace {

// On the way at once in one direction. Then the source is left alone, which its sender notices as on a real link: what
// 35 ms hold at more than a gigabit a second.
constexpr std::size_t most_bytes = std::size_t{8} * 1024 * 1024;
constexpr std::size_t most_parcels = 65536;
constexpr std::size_t most_at_once = std::size_t{128} * 1024;

}  // namespace

std::size_t direction::room() const {
  if (parcels_.size() + 1 >= most_parcels || bytes_.size() >= most_bytes) return 0;
  const std::size_t bytes = std::min(most_at_once, most_bytes - bytes_.size());
  return segments_ ? std::min(bytes, (most_parcels - 1 - parcels_.size()) * segment_bytes_) : bytes;
}

bool direction::wants_input() const {
  if (source_ended_) return false;
  if (broken_) return true;
  const bool cut = !parcels_.empty() && parcels_.back().then == aftermath::cut;
  return !cut && room() != 0;
}

void direction::receive(moment now) {
  if (!wants_input()) return;
  const std::span<std::byte> into = bytes_.room(broken_ ? most_at_once : room());
  const ssize_t got = net::kernel_call::recv(source_, into.data(), into.size(), MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) {
    source_ended_ = true;
    if (!broken_) model_.end(now, parcels_);
    return;
  }
  if (broken_) return;
  bytes_.fill(static_cast<std::size_t>(got));
  model_.carry(static_cast<std::size_t>(got), now, parcels_);
}

std::optional<moment> direction::due() const {
  if (blocked_ || sink_ < 0 || parcels_.empty()) return std::nullopt;
  return parcels_.front().release;
}

// Of the parcels whose time has come, up to one with an aftermath; with segments, of one parcel.
std::size_t direction::due_bytes(moment now) const {
  if (segments_) return parcels_.front().bytes;
  std::size_t bytes = 0;
  for (const parcel& each : parcels_) {
    if (each.release > now) break;
    bytes += each.bytes;
    if (each.then != aftermath::none) break;
  }
  return bytes;
}

direction::state direction::deliver(moment now) {
  blocked_ = false;
  if (sink_ < 0) return state::carrying;
  while (!parcels_.empty() && parcels_.front().release <= now) {
    if (parcels_.front().bytes != 0 && !send(now)) break;
    if (broken_ || parcels_.front().bytes != 0) continue;
    const aftermath then = parcels_.front().then;
    parcels_.pop_front();
    if (then == aftermath::cut) return state::cut;
    if (then == aftermath::end) ::shutdown(sink_, SHUT_WR);
  }
  return source_ended_ && parcels_.empty() ? state::ended : state::carrying;
}

// False when the sink takes no more. Parcels that were passed on whole are left with no bytes, or gone.
bool direction::send(moment now) {
  const std::span<const std::byte> contiguous = bytes_.contents();
  const std::size_t size = std::min(due_bytes(now), contiguous.size());
  const ssize_t sent = net::kernel_call::send(sink_, contiguous.data(), size, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (sent < 0) {
    if (errno == EINTR) return true;
    if (errno == EAGAIN) {
      blocked_ = true;
      return false;
    }
    give_up();
    return true;
  }
  auto left = static_cast<std::size_t>(sent);
  bytes_.drop(left);
  while (left != 0) {
    parcel& first = parcels_.front();
    const std::size_t part = std::min(left, first.bytes);
    first.bytes -= part;
    left -= part;
    if (first.bytes == 0 && first.then == aftermath::none && left != 0) parcels_.pop_front();
  }
  return true;
}

void direction::give_up() {
  broken_ = true;
  parcels_.clear();
  bytes_.drop(bytes_.size());
}

}  // namespace pgpipe::app::delay
