#pragma once

#include <cstdint>
#include <string_view>

namespace pgpipe::app::bench {

// How a thread waits for its clients: --loop. `automatic` is io_uring where the kernel offers it and it pays, else
// epoll.
enum class loop_kind : std::uint8_t { automatic, epoll, io_uring, poll };

// As the option has it.
[[nodiscard]] constexpr std::string_view to_string(loop_kind kind) {
  switch (kind) {
    case loop_kind::automatic: return "auto";
    case loop_kind::epoll: return "epoll";
    case loop_kind::io_uring: return "io_uring";
    case loop_kind::poll: return "poll";
  }
  return {};
}

}  // namespace pgpipe::app::bench
