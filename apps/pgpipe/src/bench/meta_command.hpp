#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>

#include "bench/compatibility.hpp"
#include "bench/copy_statement.hpp"
#include "bench/script.hpp"
#include "bench/variables.hpp"

namespace pgpipe::app::bench {

// A meta-command as it stands in a script.
struct meta_source {
  std::string_view script;  // the script's label
  std::uint32_t line = 0;   // of the backslash, from 1
  std::string_view text;  // from the backslash to the end of the line, that is to a newline without a backslash before
};

// The size of the meta-command whose backslash is at the start of `text`, without the newline that ends it.
[[nodiscard]] std::size_t meta_command_size(std::string_view text);

// What a meta-command's line can be. \gset and \aset are not commands of their own: they belong to the SQL before.
struct meta_command {
  enum class outcome : std::uint8_t { nothing, command, row_use, copy };

  meta_command::outcome outcome = outcome::nothing;  // nothing: a backslash with blanks behind it
  bench::command command;  // for row_use, `rows`, `prefix` and `name` are what counts; for copy, what stands in lines
  copy_request copy;       // \copy
};

[[nodiscard]] result<meta_command> parse_meta_command(const meta_source& source, variable_names& names,
                                                      compatibility behaviour = {});

}  // namespace pgpipe::app::bench
