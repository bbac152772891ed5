#pragma once

#include <memory>

#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/connect_options.hpp>

#include "link.hpp"

namespace pgpipe::detail {

// Drives the connecting machine with blocking calls. `reached_authentication` tells, where it is given, whether the
// last server tried went so far.
[[nodiscard]] result<std::unique_ptr<link>> connect(const protocol::connect_options& options,
                                                    bool* reached_authentication = nullptr);

}  // namespace pgpipe::detail
