#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pgpipe::protocol {

// One of libpq's connection parameters.
struct conninfo_parameter {
  std::string_view keyword;
  std::string_view variable;      // of the environment; empty: none
  std::string_view lacking = {};  // what pgpipe would need to obey the parameter, and has not; empty: supported
  // What may be said of a parameter that is not supported, because pgpipe does just that; separated by commas.
  std::string_view harmless = {};

  [[nodiscard]] bool accepts(std::string_view value) const;
  // Why not.
  [[nodiscard]] std::string refusal() const;
};

// All that libpq 18 knows.
[[nodiscard]] std::span<const conninfo_parameter> conninfo_parameters();

// nullptr for an unknown keyword.
[[nodiscard]] const conninfo_parameter* find_conninfo_parameter(std::string_view keyword);

}  // namespace pgpipe::protocol
