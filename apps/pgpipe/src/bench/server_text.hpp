#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <pgpipe/base/error.hpp>
#include <pgpipe/base/server_message.hpp>

namespace pgpipe::app::bench {

// A server's error or notice as libpq shows it by default: "ERROR:  text", the line of `query` that it points at, then
// DETAIL, HINT, and for errors QUERY and CONTEXT, each on a line of its own; no newline at the end.
[[nodiscard]] std::string format_server_message(const server_message& message, std::string_view query = {});

// The same for the body of an ErrorResponse or NoticeResponse.
[[nodiscard]] std::string show_message(std::span<const std::byte> body, std::string_view query = {});

// The same for a server's error; the text of any other.
[[nodiscard]] std::string describe(const error& error, std::string_view query = {});

}  // namespace pgpipe::app::bench
