#pragma once

#include <string>

#include <pgpipe/client/transaction.hpp>

namespace pgpipe::detail {

// BEGIN with what the options say.
[[nodiscard]] std::string begin_statement(const transaction_options& options);

}  // namespace pgpipe::detail
