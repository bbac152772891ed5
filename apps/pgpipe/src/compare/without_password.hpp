#pragma once

#include <string>
#include <string_view>

namespace pgpipe::app::compare {

// A connection string or URI whose passwords are "***", for results that others will see; any other word as it is.
[[nodiscard]] std::string without_password(std::string_view word);

}  // namespace pgpipe::app::compare
