#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "bench/expression.hpp"
#include "bench/variables.hpp"

namespace pgpipe::app::bench {

// Why an expression does not compile.
struct expression_error {
  std::string message;
  std::size_t position = 0;  // of the last byte of the text to blame, from 0; the text's length when it ends too early
};

// Compiles an expression of pgbench's language; the whole of `text` must be one. Backslash-newline and blanks separate.
// Variables get slots of `names`.
[[nodiscard]] tl::expected<expression, expression_error> compile_expression(std::string_view text,
                                                                            variable_names& names);

}  // namespace pgpipe::app::bench
