#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bench/script.hpp"

namespace pgpipe::app::bench {

// A variable's text as SQL has it: as it is, as a string constant, or as a quoted identifier. Nothing when it cannot be
// quoted, being no valid UTF-8 or holding a zero byte.
[[nodiscard]] std::optional<std::string> quote_value(std::string_view text, quoting how);

}  // namespace pgpipe::app::bench
