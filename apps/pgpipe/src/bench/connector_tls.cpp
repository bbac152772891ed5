#include <pgpipe/client/surroundings.hpp>

#include "bench/connector.hpp"

namespace pgpipe::app::bench {

result<net::tls_context> connect_cache::tls(const protocol::connect_options& options, protocol::ssl_mode mode) {
  for (const auto& [known, context] : contexts_) {
    if (known == mode) return context;
  }
  auto made = tls_context_for(mode, options);
  if (made) contexts_.emplace_back(mode, *made);
  return made;
}

bool connector::start_tls() {
  const protocol::tls_request request = machine_.tls();
  if (!handshaking_) {
    auto context = cache_->tls(machine_.options(), request.verify);
    if (!context) return machine_.tls_failed(std::move(context).error()), true;
    auto filter = net::tls_filter::make(*context, {request.server_name, request.sni});
    if (!filter) return machine_.tls_failed(std::move(filter).error()), true;
    if (auto begun = stream_->start_tls(*std::move(filter), session_->input().readable()); !begun) {
      return machine_.tls_failed(std::move(begun).error()), true;
    }
    handshaking_ = true;
  }
  auto needed = stream_->try_handshake();
  if (needed && *needed != net::interest::none) {
    wanted_ = *needed;
    return false;
  }
  handshaking_ = false;
  if (!needed) {
    machine_.tls_failed(std::move(needed).error());
  } else {
    machine_.tls_started(facts_of(*stream_->tls()));
  }
  return true;
}

}  // namespace pgpipe::app::bench
