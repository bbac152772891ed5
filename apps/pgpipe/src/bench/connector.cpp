#include "bench/connector.hpp"

#include <algorithm>
#include <chrono>

#include <pgpipe/client/surroundings.hpp>

namespace pgpipe::app::bench {
namespace {

// How long a server whose queue of connection requests is full is left alone. Unix sockets only: nothing announces
// that there is room again.
constexpr std::chrono::milliseconds backlog_pause{5};

}  // namespace

result<std::vector<net::socket_address>> connect_cache::resolve(const protocol::host_spec& target) {
  const std::string& name = target.hostaddr.empty() ? target.host : target.hostaddr;
  const std::string key = name + '\n' + std::to_string(target.port);
  for (const auto& [known, addresses] : resolved_) {
    if (known == key) return addresses;
  }
  auto found = net::resolve(name, target.port);
  if (found) resolved_.emplace_back(key, *found);
  return found;
}

connector::connector(const protocol::connect_options& options, connect_cache& cache, protocol::session& session,
                     net::stream& stream)
    : machine_(options, session.input(), session.output(), options.load_balance_hosts ? fresh_seed() : 0),
      cache_(&cache),
      session_(&session),
      stream_(&stream),
      timed_attempt_(machine_.attempt() - 1) {}

connector::progress connector::advance(net::interest ready) {
  pause_ = net::no_deadline;
  wanted_ = net::interest::none;
  if (timeout_ != net::no_deadline && std::chrono::steady_clock::now() >= timeout_) {
    timeout_ = net::no_deadline;
    handshaking_ = false;
    dialling_.close();
    machine_.timed_out();
  }
  for (bool waits = false; !waits; ready = net::interest::none) {
    switch (machine_.next_action()) {
      case protocol::connect_action::resolve: resolve(); break;
      case protocol::connect_action::dial: waits = !dial(ready); break;
      case protocol::connect_action::start_tls: waits = !start_tls(); break;
      case protocol::connect_action::transfer: waits = !transfer(); break;
      case protocol::connect_action::done: return progress::connected;
      case protocol::connect_action::failed: leave(); return progress::failed;
    }
  }
  return progress::waiting;
}

void connector::resolve() {
  auto found = cache_->resolve(machine_.target());
  if (!found) return machine_.resolve_failed(std::move(found).error());
  addresses_ = *std::move(found);
  std::vector<std::string> texts;
  texts.reserve(addresses_.size());
  for (const net::socket_address& each : addresses_) texts.push_back(each.host_string());
  machine_.resolved(std::move(texts));
}

// The functions below return false when they must wait.

bool connector::dial(net::interest ready) {
  const net::socket_address& to = addresses_[machine_.address()];
  if (dialling_.is_open()) {
    if (!net::includes(ready, net::interest::writable)) {
      wanted_ = net::interest::writable;
      return false;
    }
    if (auto ended = net::finish_dial(dialling_); !ended) {
      dialling_.close();
      machine_.dial_failed(std::move(ended).error());
    } else {
      dialled();
    }
    return true;
  }
  leave();
  if (timed_attempt_ != machine_.attempt()) {
    timed_attempt_ = machine_.attempt();
    const std::chrono::seconds limit = machine_.connect_timeout();
    timeout_ = limit.count() == 0 ? net::no_deadline : std::chrono::steady_clock::now() + limit;
  }
  auto started = net::start_dial(to, dial_options_from(machine_.options()));
  if (!started) {
    machine_.dial_failed(std::move(started).error());
    return true;
  }
  dialling_ = std::move(started->connection);
  switch (started->state) {
    case net::dial_state::connected: dialled(); return true;
    case net::dial_state::in_progress: wanted_ = net::interest::writable; return false;
    case net::dial_state::backlog_full:
      pause_ = std::min(timeout_, std::chrono::steady_clock::now() + backlog_pause);
      return false;
  }
  return false;
}

void connector::dialled() {
  *stream_ = net::stream(std::move(dialling_));
  machine_.dialled(fresh_nonce(), machine_.wants_peer() ? peer_user(stream_->fd()) : std::string());
}

// What the machine still had to say, a goodbye perhaps, goes as far as it can without waiting.
void connector::leave() {
  if (stream_->is_open() && !session_->pending_output().empty()) {
    static_cast<void>(stream_->try_send(session_->pending_output()));
  }
  stream_->close();
}

bool connector::transfer() {
  while (!session_->pending_output().empty()) {
    const net::transfer sent = stream_->try_send(session_->pending_output());
    if (!sent.ok()) {
      // What the server had to say before it closed may still be read.
      if (sent.status == net::transfer_status::would_block) wanted_ = net::interest::both;
      break;
    }
    session_->commit_output(sent.bytes);
  }
  const net::transfer received = stream_->try_receive(session_->input().prepare(machine_.wanted()));
  if (received.ok()) {
    session_->commit_input(received.bytes);
    return true;
  }
  if (received.status != net::transfer_status::would_block) {
    machine_.closed(stream_->to_error(received));
    return true;
  }
  wanted_ = wanted_ | net::interest::readable;
  if (stream_->has_unsent()) wanted_ = net::interest::both;
  return false;
}

}  // namespace pgpipe::app::bench
