#pragma once

#include <memory>

#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/connect_options.hpp>

#include "link.hpp"

namespace pgpipe::detail {

// Drives the connecting machine with blocking calls.
[[nodiscard]] result<std::unique_ptr<link>> connect(const protocol::connect_options& options);

}  // namespace pgpipe::detail
