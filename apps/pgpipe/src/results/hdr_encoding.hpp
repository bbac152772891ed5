#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "bench/histogram.hpp"

namespace pgpipe::app {

// HdrHistogram's V2 format, compressed and in base64, as its tools read it: three significant digits, nanoseconds. The
// counters are those of `from`, whose layout is the same: nothing is rounded.
[[nodiscard]] std::string encode_hdr(const bench::histogram& from);

// With padding (RFC 4648, section 4).
[[nodiscard]] std::string encode_base64(std::span<const std::byte> bytes);

}  // namespace pgpipe::app
