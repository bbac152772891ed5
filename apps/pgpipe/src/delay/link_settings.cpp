#include "delay/link_settings.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "delay/quantity.hpp"

namespace pgpipe::app::delay {
namespace {

constexpr std::array<std::string_view, 7> names = {"rtt",     "jitter",   "bandwidth", "loss-stall",
                                                   "segment", "stall-at", "cut-after"};

tl::unexpected<error> refuse(std::string_view name, std::string_view value, std::string_view expected) {
  return fail(error_category::usage, fmt::format("invalid value \"{}\" for --{}: expected {}", value, name, expected));
}

result<void> set_duration(std::chrono::nanoseconds& into, std::string_view name, std::string_view value) {
  const auto duration = parse_duration(value);
  if (!duration) return refuse(name, value, "a duration such as 35ms");
  into = *duration;
  return {};
}

result<void> set_bandwidth(link_settings& link, std::string_view value) {
  link.bandwidth = parse_bandwidth(value);
  if (!link.bandwidth) return refuse("bandwidth", value, "bytes or bits a second such as 10MB or 100Mbit");
  return {};
}

result<void> set_loss(link_settings& link, std::string_view value) {
  const auto share = parse_share(value);
  if (!share) return refuse("loss-stall", value, "a share such as 0.01 or 1%");
  link.loss_stall = *share;
  return {};
}

result<void> set_segment(link_settings& link, std::string_view value) {
  link.segment = parse_bytes(value);
  if (!link.segment || *link.segment == 0) return refuse("segment", value, "a number of bytes above 0");
  return {};
}

result<void> add_stall(link_settings& link, std::string_view value) {
  const std::size_t colon = value.find(':');
  const auto at = parse_duration(value.substr(0, colon));
  const auto lasts = colon == std::string_view::npos ? std::nullopt : parse_duration(value.substr(colon + 1));
  if (!at || !lasts) return refuse("stall-at", value, "when and how long, such as 2s:1s");
  link.stalls.push_back({*at, *lasts});
  std::sort(link.stalls.begin(), link.stalls.end(), [](const stall& a, const stall& b) { return a.at < b.at; });
  return {};
}

result<void> set_cut(link_settings& link, std::string_view value) {
  const auto bytes = parse_bytes(value);
  const auto time = parse_duration(value);
  if (bytes.value_or(0) == 0 && time.value_or(std::chrono::nanoseconds(0)).count() == 0)
    return refuse("cut-after", value, "a number of bytes or a duration above 0, such as 100 or 2s");
  link.cut_after_bytes = bytes;
  if (!bytes) link.cut_after_time = time;
  return {};
}

}  // namespace

std::span<const std::string_view> link_option_names() { return names; }

result<void> set_link_option(link_settings& link, std::string_view name, std::string_view value) {
  if (name == "rtt") return set_duration(link.rtt, name, value);
  if (name == "jitter") return set_duration(link.jitter, name, value);
  if (name == "bandwidth") return set_bandwidth(link, value);
  if (name == "loss-stall") return set_loss(link, value);
  if (name == "segment") return set_segment(link, value);
  if (name == "stall-at") return add_stall(link, value);
  if (name == "cut-after") return set_cut(link, value);
  return fail(error_category::usage, fmt::format("--{} is no option of a link", name));
}

}  // namespace pgpipe::app::delay
