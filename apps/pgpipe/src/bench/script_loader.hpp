#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>

#include "bench/builtin.hpp"
#include "bench/compatibility.hpp"
#include "bench/query_mode.hpp"
#include "bench/script.hpp"
#include "bench/variables.hpp"

namespace pgpipe::app::bench {

// Reads scripts in the order in which the command line names them: that order numbers the scripts and the statements.
// Call order: make one loader for the run, load each script, then make the clients' variables from the same names. The
// scripts do not refer to the loader.
//
// What a script can do wrong is found here where pgbench finds it at load. The error's text is
//   NAME:LINE: what is wrong in command "set"
// and, where a place in the line is to blame, two more lines: the line, and "^ error found here" below the place.
class script_loader {
 public:
  // `names` must outlive the loader.
  script_loader(query_mode mode, variable_names& names, compatibility behaviour = {})
      : mode_(mode), behaviour_(behaviour), names_(names) {}

  // A file, or the standard input for "-".
  [[nodiscard]] result<script> load_file(const std::string& path);

  [[nodiscard]] result<script> load_builtin(const builtin_script& builtin);

  // A script's text; `label` is its name in errors and in the report.
  [[nodiscard]] result<script> load_text(std::string_view text, std::string label);

 private:
  query_mode mode_;
  compatibility behaviour_;
  variable_names& names_;
  std::size_t scripts_ = 0;
  std::uint32_t statements_ = 0;
};

}  // namespace pgpipe::app::bench
