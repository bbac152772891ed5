#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "bench/compatibility.hpp"
#include "bench/query_mode.hpp"
#include "bench/script.hpp"
#include "bench/sql_lexer.hpp"
#include "bench/variables.hpp"

namespace pgpipe::app::bench {

// Where an SQL command's variables stand.
struct variable_rules {
  // They do not in quotes and comments; else those are text like any other.
  bool quotes_are_text = false;
  // :'name' is one, to be put in as a string constant, and :"name", as a quoted identifier.
  bool may_be_quoted = false;

  // In quotes pgbench finds variables in every mode, which in the extended protocol makes no sense. Quoted variables
  // are psql's.
  [[nodiscard]] static constexpr variable_rules of(compatibility behaviour, query_mode mode) {
    return {.quotes_are_text = behaviour.allows_extras() && mode != query_mode::simple,
            .may_be_quoted = behaviour.allows_extras()};
  }
};

// Finds the variables of an SQL command, ":name" with a letter, an underscore or a non-ASCII character first, and fills
// in the command's forms for all query modes: pieces, parameterized and parameters. `quoted` are the command's quotes
// and comments, in ascending order. What follows two or more colons is never a variable. A name,
// :"name", is no parameter: it stays in `parameterized` as it is written.
void find_variables(std::string_view sql, std::span<const text_span> quoted, const variable_rules& rules,
                    variable_names& names, command& target);

// pgbench's bound on the parameters of a command in the extended and prepared modes.
inline constexpr std::size_t most_parameters = 255;

}  // namespace pgpipe::app::bench
