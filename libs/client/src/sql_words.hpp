#pragma once

#include <string>
#include <string_view>

namespace pgpipe::detail {

// Drops white space and comments from the front.
[[nodiscard]] std::string_view skip_blanks(std::string_view sql);

// The word at the front, in lower case; empty where another character stands there.
[[nodiscard]] std::string word_of(std::string_view sql);

}  // namespace pgpipe::detail
