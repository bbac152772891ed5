#pragma once

#include <optional>

#include <pgpipe/base/result.hpp>

#include "bench/options.hpp"
#include "bench/run_plan.hpp"
#include "bench/run_setup.hpp"
#include "bench/run_threads.hpp"
#include "results/whole_file.hpp"

namespace pgpipe::app::bench {

// The files that a run leaves behind (--json, --hdr-log). open() before the run, so that what cannot be written is
// known before; write() after it. Without write() there is nothing.
class kept_results {
 public:
  [[nodiscard]] static result<kept_results> open(const options& options);
  [[nodiscard]] result<void> write(const options& options, const run_setup& setup, const run_plan& plan,
                                   const run_outcome& outcome);

 private:
  std::optional<whole_file> json_;
  std::optional<whole_file> hdr_log_;
};

// The first condition of --fail-if that is true of the run, with the figure that made it so; nothing when none is. One
// on a latency counts as true when no transaction succeeded: what was not measured must not pass.
[[nodiscard]] std::optional<std::string> held_condition(const options& options, const run_outcome& outcome);

}  // namespace pgpipe::app::bench
