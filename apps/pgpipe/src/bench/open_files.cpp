#include "bench/open_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <sys/resource.h>

namespace pgpipe::app::bench {
namespace {

constexpr rlim_t standard_streams = 3;

// For what opens for a moment: files of host names, keys and passwords. Wanted where the hard limit has room for it,
// but not insisted on.
constexpr rlim_t spare_files = 256;

tl::unexpected<complaint> too_many_files(std::string message) {
  return tl::make_unexpected(
      complaint{.message = std::move(message),
                .detail = {},
                .hint = "Reduce number of clients, or use limit/ulimit to increase the system limit.",
                .context = {}});
}

}  // namespace

tl::expected<void, complaint> allow_open_files(int clients, int others) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
    return too_many_files(fmt::format("getrlimit failed: {}", std::strerror(errno)));
  const rlim_t needed = static_cast<rlim_t>(clients) + static_cast<rlim_t>(others) + standard_streams;
  if (limit.rlim_max < needed) {
    return too_many_files(fmt::format("need at least {} open files, but system limit is {}", needed, limit.rlim_max));
  }
  if (limit.rlim_cur >= needed) return {};
  limit.rlim_cur = std::min(limit.rlim_max, needed + spare_files);
  if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) {
    return too_many_files(
        fmt::format("need at least {} open files, but couldn't raise the limit: {}", needed, std::strerror(errno)));
  }
  return {};
}

}  // namespace pgpipe::app::bench
