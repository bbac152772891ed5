#pragma once

#include <string>
#include <utility>

#include <pgpipe/base/result.hpp>

namespace pgpipe::types {

// The caller asked for what cannot be; nothing was sent.
inline error usage(std::string text) { return {error_category::usage, std::move(text), retry_safety::safe}; }

}  // namespace pgpipe::types
