#pragma once

#include <string_view>

namespace pgpipe::app {

inline constexpr std::string_view version = PGPIPE_VERSION;

}  // namespace pgpipe::app
