#pragma once

#include <cstdint>
#include <string>

namespace pgpipe::app {

// The machine on which figures were measured, without its name.
struct host_facts {
  std::string system;       // "Linux"
  std::string release;      // of the kernel
  std::string machine;      // "x86_64"
  std::string processor;    // the model's name; may be empty
  unsigned processors = 0;  // that this process may use
  std::uint64_t memory_bytes = 0;
};

[[nodiscard]] host_facts find_host_facts();

}  // namespace pgpipe::app
