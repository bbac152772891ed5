#include "connect_driver.hpp"

#include <array>
#include <chrono>
#include <string>
#include <utility>

#include <pgpipe/client/surroundings.hpp>

#include "cancel_address.hpp"

namespace pgpipe::detail {

connect_driver::connect_driver(const protocol::connect_options& options)
    : session_(std::make_unique<protocol::session>(*pool_)),
      machine_(options, session_->input(), session_->output(), options.load_balance_hosts ? fresh_seed() : 0),
      dial_options_(dial_options_from(options)) {}

net::deadline connect_driver::until() {
  if (timed_attempt_ == machine_.attempt()) return until_;
  timed_attempt_ = machine_.attempt();
  const std::chrono::seconds limit = machine_.connect_timeout();
  until_ = limit.count() == 0 ? net::no_deadline : std::chrono::steady_clock::now() + limit;
  return until_;
}

std::optional<result<std::vector<net::socket_address>>> connect_driver::addresses_without_lookup() {
  const protocol::host_spec& target = machine_.target();
  if (target.hostaddr.empty()) {
    if (!net::is_unix_socket_host(target.host) && !net::is_numeric_host(target.host)) return std::nullopt;
    return net::resolve(target.host, target.port);
  }
  auto address = net::numeric_address(target.hostaddr, target.port);
  if (!address) return fail(std::move(address).error());
  return std::vector{*address};
}

void connect_driver::resolved(result<std::vector<net::socket_address>> found) {
  if (!found) return machine_.resolve_failed(std::move(found).error());
  addresses_ = std::move(*found);
  std::vector<std::string> texts;
  texts.reserve(addresses_.size());
  for (const net::socket_address& each : addresses_) texts.push_back(each.host_string());
  machine_.resolved(std::move(texts));
}

// What the machine still had to say, a goodbye perhaps, goes as far as it can without waiting.
void connect_driver::leave() {
  if (!stream_.is_open()) return;
  const std::span<const std::byte> rest = session_->output().pending();
  if (!rest.empty()) static_cast<void>(stream_.try_send(rest));
  stream_.close();
}

void connect_driver::dialled(result<net::socket> socket) {
  if (!socket) {
    if (socket.error().category() == error_category::timeout) return machine_.timed_out();
    return machine_.dial_failed(std::move(socket).error());
  }
  stream_ = net::stream(std::move(*socket));
  machine_.dialled(fresh_nonce(), machine_.wants_peer() ? peer_user(stream_.fd()) : std::string());
}

result<void> connect_driver::begin_tls() {
  const protocol::tls_request request = machine_.tls();
  auto context = tls_context_for(request.verify, machine_.options());
  if (!context) return fail(std::move(context).error());
  context_ = std::move(*context);
  peer_ = {request.server_name, request.sni};
  auto filter = net::tls_filter::make(*context_, peer_);
  if (!filter) return fail(std::move(filter).error());
  return stream_.start_tls(std::move(*filter), session_->input().readable());
}

void connect_driver::tls_ended(const result<void>& outcome) {
  if (!outcome) return machine_.tls_failed(outcome.error());
  machine_.tls_started(facts_of(*stream_.tls()));
}

bool connect_driver::send_some() {
  while (!session_->output().pending().empty()) {
    const net::transfer sent = stream_.try_send(session_->output().pending());
    if (sent.status == net::transfer_status::would_block) return false;
    if (!sent.ok()) break;
    session_->commit_output(sent.bytes);
  }
  return true;
}

void connect_driver::take_arrived() {
  const net::transfer received = stream_.try_receive(session_->input().prepare(machine_.wanted()));
  switch (received.status) {
    case net::transfer_status::ok: session_->commit_input(received.bytes); return;
    case net::transfer_status::would_block:
    case net::transfer_status::timed_out: return;
    case net::transfer_status::eof:
      return machine_.closed({error_category::closed, "the server closed the connection unexpectedly"});
    case net::transfer_status::error: return machine_.closed(stream_.to_error(received));
  }
}

std::unique_ptr<link> connect_driver::make_link() {
  session_->started(machine_.outcome().status);
  cancel_token token = make_cancel_token();
  auto made =
      std::make_unique<link>(std::move(pool_), std::move(session_), std::move(stream_), std::move(machine_.outcome()));
  made->set_cancel_token(std::move(token));
  return made;
}

cancel_token connect_driver::make_cancel_token() {
  const protocol::startup_result& outcome = machine_.outcome();
  cancel_address to;
  to.address = address();
  to.dial = dial_options_;
  to.requirepeer = machine_.options().requirepeer;
  to.target = {outcome.process_id, outcome.cancel_key, machine_.uses_tls(), machine_.options().sslnegotiation};
  if (machine_.uses_tls()) {
    to.context = std::move(context_);
    to.peer = peer_;
  }
  return cancel_address::make_token(std::move(to));
}

}  // namespace pgpipe::detail
