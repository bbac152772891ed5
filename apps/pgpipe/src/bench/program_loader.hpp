#pragma once

#include <pgpipe/base/result.hpp>

#include "bench/options.hpp"
#include "bench/program.hpp"
#include "bench/variables.hpp"

namespace pgpipe::app::bench {

// Loads the scripts that the options name, in their order, and builds their messages. The names of their variables are
// added to `names`. An error's text says where in which script.
[[nodiscard]] result<program> load_program(const options& options, variable_names& names);

}  // namespace pgpipe::app::bench
