#pragma once

#include <cstdint>

namespace pgpipe::types {

// Whether every codec of the library that reads the text of a value of this type reads its binary form as well; only
// strings of what is no text do not. Such columns may be asked for in binary whatever they will be read as.
[[nodiscard]] bool reads_binary(std::uint32_t type);

}  // namespace pgpipe::types
