#pragma once

#include <cstdint>
#include <string>

#include <pgpipe/base/result.hpp>

#include "delay/link_settings.hpp"

namespace pgpipe::app::delay {

enum class action : std::uint8_t { run, help };

struct options {
  delay::action action = delay::action::run;
  std::string listen;  // see listener
  std::string target;  // see reachable_address()
  link_settings link;
  std::uint64_t random_seed = 0;  // of jitter and losses
};

// Reads the command line; argv[0] is not looked at. A usage error says what is wrong. Not thread-safe.
[[nodiscard]] result<options> parse_options(int argc, char** argv);

[[nodiscard]] std::string help_text();

}  // namespace pgpipe::app::delay
