#pragma once

#include <cstdint>
#include <string_view>

namespace pgpipe::app::bench {

// How statements are sent (-M).
enum class query_mode : std::uint8_t {
  simple,    // one Query message, variables replaced in its text
  extended,  // unnamed statement, parsed at every execution
  prepared,  // named statement, parsed once on each connection
};

[[nodiscard]] constexpr std::string_view to_string(query_mode mode) {
  switch (mode) {
    case query_mode::simple: return "simple";
    case query_mode::extended: return "extended";
    case query_mode::prepared: return "prepared";
  }
  return "";
}

}  // namespace pgpipe::app::bench
