#pragma once

#include <string_view>

#include <getopt.h>

#include "bench/options.hpp"

// The options' names, as getopt_long wants them.
namespace pgpipe::app::bench {

// Options without a short form; above any character.
namespace long_option {
enum : int {
  debug = 256,
  aggregate_interval,
  embedded,
  foreign_keys,
  log_prefix,
  no_describe,
  percentiles,
  random_seed,
  sampling_rate,
  show_script,
  think_time,
  unlogged_tables,
  warm_up,
};
}  // namespace long_option

// The colon in front makes getopt_long tell a missing value from an unknown option.
inline constexpr const char* short_options = ":b:c:Cd:D:f:F:h:iI:j:lM:nNp:P:qrs:St:T:U:v";

extern const ::option long_options[];

inline constexpr std::string_view help_hint = "Try \"pgpipe bench --help\" for more information.";

// What was wrong, after getopt_long returned '?' or ':' for `argument` and before it is called again.
[[nodiscard]] complaint explain_bad_option(int returned, std::string_view argument);

// The text of --help.
[[nodiscard]] std::string help_text();

}  // namespace pgpipe::app::bench
