#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <getopt.h>

#include "bench/compatibility.hpp"
#include "bench/options.hpp"

// The options' names, as getopt_long wants them.
namespace pgpipe::app::bench {

// Options without a short form; above any character.
namespace long_option {
enum : int {
  aggregate_interval = 256,
  busy_poll,
  continue_on_error,
  debug,
  depth,
  embedded,
  exit_on_abort,
  fail_if,
  failures_detailed,
  foreign_keys,
  hdr_log,
  index_tablespace,
  json,
  log_prefix,
  loop,
  max_tries,
  no_describe,
  partition_method,
  partitions,
  percentiles,
  progress_timestamp,
  random_seed,
  sampling_rate,
  show_script,
  sync,
  tablespace,
  think_time,
  unlogged_tables,
  verbose_errors,
  warm_up,
  window,
  write_messages,
  first_of_link,  // and those that follow: the options of a link, by their place in link_option_names()
};
}  // namespace long_option

// Which pgbench was the first to know an option; 0 for those that are ours.
inline constexpr int extra_option = 0;

// An option by its long name. --compat is none of them: it is taken off the command line before, because it decides
// which there are.
struct option_entry {
  const char* name = nullptr;
  int has_arg = 0;
  int value = 0;  // the short form's character, or one of long_option
  int since = compatibility::oldest_version;
};

[[nodiscard]] const std::vector<option_entry>& option_entries();

// The options that one behaviour knows. Before version 17 -d meant --debug, and there was no --dbname.
class option_table {
 public:
  explicit option_table(compatibility behaviour);

  // The colon in front makes getopt_long tell a missing value from an unknown option.
  [[nodiscard]] const char* short_options() const { return short_options_.c_str(); }
  [[nodiscard]] const ::option* long_options() const { return long_options_.data(); }

  // What was wrong, after getopt_long returned '?' or ':' for `argument` and before it is called again.
  [[nodiscard]] complaint explain_bad_option(int returned, std::string_view argument) const;

 private:
  [[nodiscard]] std::string explain(int returned, std::string_view argument) const;
  [[nodiscard]] std::string explain_unknown(std::string_view argument) const;
  [[nodiscard]] std::string_view full_name(int value) const;

  std::string short_options_;
  std::vector<::option> long_options_;
};

// "Try ... --help".
[[nodiscard]] std::string help_hint();

// The text of --help: the options that this behaviour knows, and --compat.
[[nodiscard]] std::string help_text(compatibility behaviour);

}  // namespace pgpipe::app::bench
