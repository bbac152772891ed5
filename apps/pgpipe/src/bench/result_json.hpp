#pragma once

#include <string>

#include "bench/options.hpp"
#include "bench/run_plan.hpp"
#include "bench/run_setup.hpp"
#include "bench/run_threads.hpp"

namespace pgpipe::app::bench {

// The version of the format of --json, whose schema is docs/pgpipe-bench.schema.json. It changes when a reader of the
// last one would misunderstand the next.
inline constexpr int result_schema_version = 1;

// Everything that a run was and brought, as JSON with a line end.
[[nodiscard]] std::string format_result(const options& options, const run_setup& setup, const run_plan& plan,
                                        const run_outcome& outcome);

// Its latencies for HdrHistogram's tools, with a tag a script (--hdr-log).
[[nodiscard]] std::string format_latency_log(const run_plan& plan, const run_outcome& outcome);

}  // namespace pgpipe::app::bench
