#include "bench/packed_histogram.hpp"

namespace pgpipe::app::bench {
namespace {

std::uint64_t take_number(const std::vector<std::byte>& from, std::size_t& at) {
  std::uint64_t number = 0;
  for (int shift = 0;; shift += 7) {
    const auto byte = std::to_integer<std::uint64_t>(from[at++]);
    number |= (byte & 0x7f) << shift;
    if (byte < 0x80) return number;
  }
}

}  // namespace

void packed_histogram::append_number(std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes_.push_back(static_cast<std::byte>((number & 0x7f) | 0x80));
  bytes_.push_back(static_cast<std::byte>(number));
}

void packed_histogram::add_to(histogram& into) const {
  std::uint64_t lowest = 0;
  for (std::size_t at = 0; at != bytes_.size();) {
    lowest += take_number(bytes_, at);
    into.add(std::chrono::nanoseconds(lowest), static_cast<std::int64_t>(take_number(bytes_, at)));
  }
}

}  // namespace pgpipe::app::bench
