#include <pgpipe/client/ping.hpp>
#include <pgpipe/client/surroundings.hpp>

#include "connect.hpp"

namespace pgpipe {

std::string_view to_string(server_state state) {
  switch (state) {
    case server_state::accepting: return "accepting connections";
    case server_state::rejecting: return "rejecting connections";
    case server_state::no_response: return "no response";
    case server_state::no_attempt: return "no attempt";
  }
  return "unknown";
}

server_state ping(std::string_view conninfo) {
  const auto options = options_from_conninfo(conninfo);
  return options ? ping(*options) : server_state::no_attempt;
}

server_state ping(const protocol::connect_options& options) {
  bool reached_authentication = false;
  const auto opened = detail::connect(options, &reached_authentication);
  if (opened || reached_authentication) return server_state::accepting;
  const error& cause = opened.error();
  if (cause.server() == nullptr) {
    return cause.category() == error_category::usage ? server_state::no_attempt : server_state::no_response;
  }
  constexpr std::string_view cannot_connect_now = "57P03";
  if (cause.sqlstate() == cannot_connect_now) return server_state::rejecting;
  // Without one it is a process that could not even start a session.
  return cause.sqlstate().empty() ? server_state::no_response : server_state::accepting;
}

}  // namespace pgpipe
