#pragma once

#include <optional>
#include <string>

#include <pgpipe/client/cancel_token.hpp>
#include <pgpipe/net/address.hpp>
#include <pgpipe/net/dial.hpp>
#include <pgpipe/net/tls_context.hpp>
#include <pgpipe/net/tls_filter.hpp>
#include <pgpipe/protocol/cancel.hpp>

namespace pgpipe::detail {

// Everything that reaching one session again takes.
struct cancel_address {
  net::socket_address address;
  net::dial_options dial;
  std::string requirepeer;  // empty: anybody may run the server
  std::optional<net::tls_context> context;
  net::tls_peer peer;
  protocol::cancel_target target;

  static cancel_token make_token(cancel_address from) {
    return cancel_token(std::make_shared<const cancel_address>(std::move(from)));
  }
};

}  // namespace pgpipe::detail
