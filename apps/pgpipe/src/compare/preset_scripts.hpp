#pragma once

#include <string>
#include <string_view>

// The scripts of the presets.
namespace pgpipe::app::compare {

[[nodiscard]] std::string repeated(std::string_view text, int times);

// Between \startpipeline and \endpipeline.
[[nodiscard]] std::string pipelined(std::string_view text);

// N times insert, select one, select all, and delete, of a table with one serial column.
[[nodiscard]] std::string series_script(int times);

// pgbench's TPC-B: the draws, and the statements.
[[nodiscard]] std::string tpcb_draws();
[[nodiscard]] std::string tpcb_statements();

// An update of a row that is drawn before.
[[nodiscard]] std::string updates_script(int times, bool in_pipeline);

}  // namespace pgpipe::app::compare
