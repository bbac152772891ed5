#pragma once

#include <span>
#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>

namespace pgpipe::app::bench {

// A script that comes with the program, for the tables that -i makes.
struct builtin_script {
  std::string_view name;
  std::string_view label;  // for reports and for --show-script
  std::string_view text;
};

// In the order in which "-b list" shows them.
[[nodiscard]] std::span<const builtin_script> builtin_scripts();

// The script of that name, or the only one whose name starts so.
[[nodiscard]] result<const builtin_script*> find_builtin(std::string_view name);

// What "-b list" prints.
[[nodiscard]] std::string list_builtins();

}  // namespace pgpipe::app::bench
