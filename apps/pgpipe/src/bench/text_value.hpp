#pragma once

#include <optional>
#include <string>

#include "bench/value.hpp"

namespace pgpipe::app::bench {

// The value that a text given to a variable (-D, \gset) means in an expression, or nothing when it means none. In any
// case of letters: null; true and false by the beginnings of true, yes, false, no and by on, off, of; what looks like
// an integer has to be one; all else is what the C library reads as a double.
[[nodiscard]] std::optional<value> parse_value(const std::string& text);

}  // namespace pgpipe::app::bench
