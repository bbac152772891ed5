#pragma once

#include <cstddef>
#include <string_view>

#include "bench/expression.hpp"

namespace pgpipe::app::bench {

// How a function of the language is called and compiled.
struct function_entry {
  // How the arguments end.
  enum class last_argument : std::uint8_t { as_given, default_seed };

  std::string_view name;
  std::size_t least_arguments;
  std::size_t most_arguments;
  opcode code;
  last_argument missing = last_argument::as_given;  // what stands in for the last argument when it is not given
};

inline constexpr std::size_t any_number = static_cast<std::size_t>(-1);
inline constexpr std::size_t most_function_arguments = 16;  // pgbench's bound, which it checks when it evaluates

// The function of that name in any case of letters, or nullptr.
[[nodiscard]] const function_entry* find_function(std::string_view name);

}  // namespace pgpipe::app::bench
