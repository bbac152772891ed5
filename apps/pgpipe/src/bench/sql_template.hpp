#pragma once

#include <cstddef>
#include <string_view>

#include "bench/script.hpp"
#include "bench/variables.hpp"

namespace pgpipe::app::bench {

// Finds the variables of an SQL command, ":name" with a letter, an underscore or a non-ASCII character first, and fills
// in the command's forms for all query modes: pieces, parameterized and parameters. Quotes and comments are text like
// any other; what follows two or more colons is never a variable.
void find_variables(std::string_view sql, variable_names& names, command& target);

// pgbench's bound on the parameters of a command in the extended and prepared modes.
inline constexpr std::size_t most_parameters = 255;

}  // namespace pgpipe::app::bench
