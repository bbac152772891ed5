#pragma once

#include <pgpipe/base/result.hpp>

#include "bench/script.hpp"

namespace pgpipe::app::bench {

// Gives every command of the script its `next` and `jump`. Fails when \if, \elif, \else and \endif do not match.
[[nodiscard]] result<void> link_commands(script& target);

}  // namespace pgpipe::app::bench
