#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "embedded/cluster_folder.hpp"
#include "embedded/cluster_options.hpp"

namespace pgpipe::app {

struct supervisor_plan {
  std::filesystem::path binaries;
  cluster_folder folder;
  cluster_options options;
  std::uint16_t port;
};

// What the supervisor says to its owner, a packet a message, with the server's process id or the reason behind it.
inline constexpr std::string_view ready_message = "ready ";
inline constexpr std::string_view failed_message = "failed ";

// The life of the process that stands between a private server and its owner: makes the data folder, starts the server,
// and says over `control` (a SOCK_SEQPACKET socket) how that went. When the owner sends anything, or its end of
// `control` is closed because it ended in whatever way, the server is stopped and the folder removed. Does not return.
[[noreturn]] void supervise(const supervisor_plan& plan, int control);

}  // namespace pgpipe::app
