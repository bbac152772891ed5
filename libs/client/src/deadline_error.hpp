#pragma once

#include <pgpipe/base/error.hpp>

namespace pgpipe::detail {

[[nodiscard]] inline error deadline_passed() { return {error_category::timeout, "the deadline passed"}; }

}  // namespace pgpipe::detail
