#pragma once

#include <cstdint>
#include <string_view>

#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/connect_options.hpp>

namespace pgpipe {

// What a server makes of somebody who wants to connect, as PQping() has it.
enum class server_state : std::uint8_t {
  accepting,    // it lets in, or at least asks who is there: a wrong password is an answer too
  rejecting,    // it is there, but starting up, shutting down or recovering
  no_response,  // nobody answers, or somebody who is no PostgreSQL server
  no_attempt,   // the connection string, or a file that it names, is wrong: nobody was asked
};

[[nodiscard]] std::string_view to_string(server_state state);

// Asks by connecting, and closes at once; connect_timeout limits the time. Of several hosts the last one tried counts.
[[nodiscard]] server_state ping(std::string_view conninfo);
[[nodiscard]] server_state ping(const protocol::connect_options& options);

}  // namespace pgpipe
