#include "results/hdr_log.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "results/hdr_encoding.hpp"

namespace pgpipe::app {
namespace {

std::string tag_of(const std::string& name, std::set<std::string>& taken) {
  std::string tag = name;
  const auto is_forbidden = [](char each) { return each == ',' || each == ' ' || each == '\n' || each == '\r'; };
  std::replace_if(tag.begin(), tag.end(), is_forbidden, '_');
  const std::string base = tag;
  for (int number = 2; !taken.insert(tag).second; ++number) tag = fmt::format("{}_{}", base, number);
  return tag;
}

}  // namespace

hdr_log::hdr_log(std::chrono::system_clock::time_point start, const std::vector<std::string>& tags,
                 std::string_view comment)
    : start_s_(std::chrono::duration<double>(start.time_since_epoch()).count()) {
  std::set<std::string> taken;
  for (const std::string& each : tags) tags_.push_back(tag_of(each, taken));
  text_ = fmt::format("#[{}]\n#[Histogram log format version 1.3]\n", comment);
  text_ += fmt::format("#[StartTime: {:.3f} (seconds since epoch), {:%Y-%m-%dT%H:%M:%SZ}]\n", start_s_,
                       fmt::gmtime(std::chrono::system_clock::to_time_t(start)));
  text_ += "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n";
}

void hdr_log::add(std::chrono::nanoseconds begin, std::chrono::nanoseconds length,
                  std::span<const bench::histogram> latencies) {
  const double begin_s = start_s_ + std::chrono::duration<double>(begin).count();
  bench::histogram all;
  for (std::size_t i = 0; i != latencies.size(); ++i) {
    add_line(fmt::format("Tag={},", tags_[i]), begin_s, length, latencies[i]);
    all.merge(latencies[i]);
  }
  add_line("", begin_s, length, all);
}

void hdr_log::add_line(std::string_view prefix, double begin_s, std::chrono::nanoseconds length,
                       const bench::histogram& latencies) {
  text_ += fmt::format("{}{:.3f},{:.3f},{:.3f},{}\n", prefix, begin_s, std::chrono::duration<double>(length).count(),
                       static_cast<double>(latencies.percentile(100).count()) / 1e6, encode_hdr(latencies));
}

}  // namespace pgpipe::app
