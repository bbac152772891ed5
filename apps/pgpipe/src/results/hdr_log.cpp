#include "results/hdr_log.hpp"

#include <algorithm>
#include <set>

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

std::string format_hdr_log(std::chrono::system_clock::time_point start, std::chrono::nanoseconds length,
                           const std::vector<tagged_histogram>& tagged, std::string_view comment) {
  const double start_s = std::chrono::duration<double>(start.time_since_epoch()).count();
  const double length_s = std::chrono::duration<double>(length).count();
  std::string text = fmt::format("#[{}]\n#[Histogram log format version 1.3]\n", comment);
  text += fmt::format("#[StartTime: {:.3f} (seconds since epoch), {:%Y-%m-%dT%H:%M:%SZ}]\n", start_s,
                      fmt::gmtime(std::chrono::system_clock::to_time_t(start)));
  text += "\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"\n";
  bench::histogram all;
  double max_ms = 0;
  std::set<std::string> taken;
  for (const tagged_histogram& each : tagged) {
    text += fmt::format("Tag={},{:.3f},{:.3f},{:.3f},{}\n", tag_of(each.tag, taken), start_s, length_s, each.max_ms,
                        encode_hdr(*each.histogram));
    all.merge(*each.histogram);
    max_ms = std::max(max_ms, each.max_ms);
  }
  text += fmt::format("{:.3f},{:.3f},{:.3f},{}\n", start_s, length_s, max_ms, encode_hdr(all));
  return text;
}

}  // namespace pgpipe::app
