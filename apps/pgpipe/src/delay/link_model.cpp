#include "delay/link_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pgpipe::app::delay {
namespace {

// What a packet holds on Ethernet: 1,500 bytes less the headers of IP and TCP with time stamps.
constexpr std::size_t packet_bytes = 1448;

// Linux sends a lost packet again after a round trip and at least this (TCP_RTO_MIN).
constexpr moment least_retransmission{std::chrono::milliseconds(200)};

}  // namespace

link_model::link_model(const link_settings& settings, toward direction, std::uint64_t seed)
    : settings_(&settings),
      one_way_(direction == toward::server ? settings.rtt / 2 : settings.rtt - settings.rtt / 2),
      left_before_cut_(direction == toward::client && settings.cut_after_bytes
                           ? *settings.cut_after_bytes
                           : std::numeric_limits<std::uint64_t>::max()),
      random_(seed) {}

void link_model::carry(std::size_t bytes, moment now, std::deque<parcel>& out) {
  const bool is_cut = bytes >= left_before_cut_;
  if (is_cut) bytes = static_cast<std::size_t>(left_before_cut_);
  left_before_cut_ -= bytes;
  const std::size_t most = settings_->segment ? static_cast<std::size_t>(*settings_->segment) : bytes;
  while (bytes != 0) {
    const std::size_t size = std::min(bytes, most);
    out.push_back({size, release_of(size, now)});
    bytes -= size;
  }
  if (is_cut) out.push_back({0, release_of(0, now), aftermath::cut});
}

void link_model::end(moment now, std::deque<parcel>& out) { out.push_back({0, release_of(0, now), aftermath::end}); }

moment link_model::release_of(std::size_t bytes, moment now) {
  busy_until_ = std::max(busy_until_, now);
  if (settings_->bandwidth) {
    busy_until_ += moment(std::llround(static_cast<double>(bytes) / *settings_->bandwidth * 1e9));
  }
  moment release = busy_until_ + one_way_;
  if (settings_->jitter.count() != 0) {
    release += moment(std::uniform_int_distribution<std::int64_t>(0, settings_->jitter.count())(random_));
  }
  if (settings_->loss_stall > 0 && is_lost(bytes)) release += settings_->rtt + least_retransmission;
  for (const stall& each : settings_->stalls) {
    if (release >= each.at && release < each.at + each.lasts) release = each.at + each.lasts;
  }
  last_release_ = std::max(last_release_, release);
  return last_release_;
}

// The end of a stream is not lost: it has no bytes.
bool link_model::is_lost(std::size_t bytes) {
  const std::size_t packets = (bytes + packet_bytes - 1) / packet_bytes;
  const double share = 1 - std::pow(1 - settings_->loss_stall, static_cast<double>(packets));
  return std::uniform_real_distribution<double>(0, 1)(random_) < share;
}

}  // namespace pgpipe::app::delay
