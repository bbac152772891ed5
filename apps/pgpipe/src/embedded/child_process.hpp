#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "embedded/server_account.hpp"

namespace pgpipe::app {

// A program to run with nothing of this process's: no descriptors but its log, no signal settings, none of the PG*
// environment.
struct child_program {
  std::vector<std::string> arguments;  // the first is the program's path
  std::filesystem::path directory;     // to work in
  std::filesystem::path log;           // takes what it prints, behind what stands there
  std::optional<server_account> account;
  int death_signal;  // what it gets when the calling thread ends, however that comes
};

// Starts the program in a process group of its own. Returns its id, or -1 with errno set. That the program could not be
// run shows in its exit status 127 and its log.
[[nodiscard]] pid_t start_child(const child_program& program);

}  // namespace pgpipe::app
