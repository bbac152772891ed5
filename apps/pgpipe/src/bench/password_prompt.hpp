#pragma once

#include <string>

namespace pgpipe::app::bench {

// Asks for a password on the terminal, which does not show it; where there is none, on the standard error, with the
// answer from the standard input. Empty when nothing was said.
[[nodiscard]] std::string ask_for_password();

}  // namespace pgpipe::app::bench
