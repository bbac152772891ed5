#include "connect.hpp"

#include <array>
#include <cerrno>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include <pgpipe/client/surroundings.hpp>
#include <pgpipe/net/address.hpp>
#include <pgpipe/net/deadline.hpp>
#include <pgpipe/net/dial.hpp>
#include <pgpipe/net/stream.hpp>
#include <pgpipe/protocol/connect.hpp>

#include "cancel_address.hpp"

namespace pgpipe::detail {
namespace {

// Does what the connecting machine asks for, waiting for each.
class blocking_driver {
 public:
  blocking_driver(const protocol::connect_options& options, chunk_pool& pool)
      : session_(std::make_unique<protocol::session>(pool)),
        machine_(options, session_->input(), session_->output(), options.load_balance_hosts ? fresh_seed() : 0),
        dial_options_(dial_options_from(options)) {}

  result<void> run() {
    for (;;) {
      const protocol::connect_action action = machine_.next_action();
      if (action == protocol::connect_action::done) return {};
      if (action == protocol::connect_action::failed) {
        leave();
        return fail(machine_.failure());
      }
      if (action == protocol::connect_action::resolve) {
        resolve();
        continue;
      }
      start_clock();
      if (until_ != net::no_deadline && std::chrono::steady_clock::now() >= until_) {
        machine_.timed_out();
        continue;
      }
      if (action == protocol::connect_action::dial) dial();
      if (action == protocol::connect_action::start_tls) start_tls();
      if (action == protocol::connect_action::transfer) transfer();
    }
  }

  std::unique_ptr<protocol::session> take_session() { return std::move(session_); }
  net::stream take_stream() { return std::move(stream_); }
  protocol::startup_result& outcome() { return machine_.outcome(); }
  [[nodiscard]] bool reached_authentication() const { return machine_.reached_authentication(); }
  cancel_token take_cancel_token() {
    cancel_address to;
    to.address = addresses_[machine_.address()];
    to.dial = dial_options_;
    to.requirepeer = machine_.options().requirepeer;
    to.target = {outcome().process_id, outcome().cancel_key, machine_.uses_tls(), machine_.options().sslnegotiation};
    if (machine_.uses_tls()) {
      to.context = std::move(context_);
      to.peer = peer_;
    }
    return cancel_address::make_token(std::move(to));
  }

 private:
  // connect_timeout counts for each address anew.
  void start_clock() {
    if (timed_attempt_ == machine_.attempt()) return;
    timed_attempt_ = machine_.attempt();
    const std::chrono::seconds limit = machine_.connect_timeout();
    until_ = limit.count() == 0 ? net::no_deadline : std::chrono::steady_clock::now() + limit;
  }

  void resolve() {
    const protocol::host_spec& target = machine_.target();
    auto found = resolve_target(target);
    if (!found) return machine_.resolve_failed(std::move(found).error());
    addresses_ = std::move(*found);
    std::vector<std::string> texts;
    texts.reserve(addresses_.size());
    for (const net::socket_address& each : addresses_) texts.push_back(each.host_string());
    machine_.resolved(std::move(texts));
  }

  static result<std::vector<net::socket_address>> resolve_target(const protocol::host_spec& target) {
    if (target.hostaddr.empty()) return net::resolve(target.host, target.port);
    auto address = net::numeric_address(target.hostaddr, target.port);
    if (!address) return fail(std::move(address).error());
    return std::vector{*address};
  }

  // What the machine still had to say, a goodbye perhaps, goes as far as it can without waiting.
  void leave() {
    const std::array<std::span<const std::byte>, 1> piece{session_->output().pending()};
    if (stream_.is_open() && !piece[0].empty()) static_cast<void>(stream_.try_send(piece));
    stream_.close();
  }

  void dial() {
    leave();
    auto socket = net::dial(addresses_[machine_.address()], dial_options_, until_);
    if (!socket) {
      if (socket.error().category() == error_category::timeout) return machine_.timed_out();
      return machine_.dial_failed(std::move(socket).error());
    }
    stream_ = net::stream(std::move(*socket));
    machine_.dialled(fresh_nonce(), machine_.wants_peer() ? peer_user(stream_.fd()) : std::string());
  }

  void start_tls() {
    const protocol::tls_request request = machine_.tls();
    auto started = handshake(request);
    if (!started) return machine_.tls_failed(std::move(started).error());
    machine_.tls_started(facts_of(*stream_.tls()));
  }

  result<void> handshake(const protocol::tls_request& request) {
    auto context = tls_context_for(request.verify, machine_.options());
    if (!context) return fail(std::move(context).error());
    context_ = std::move(*context);
    peer_ = {request.server_name, request.sni};
    auto filter = net::tls_filter::make(*context_, peer_);
    if (!filter) return fail(std::move(filter).error());
    if (auto begun = stream_.start_tls(std::move(*filter), session_->input().readable()); !begun) return begun;
    return stream_.handshake(until_);
  }

  void transfer() {
    while (!session_->output().pending().empty()) {
      const std::array<std::span<const std::byte>, 1> piece{session_->output().pending()};
      const net::transfer sent = stream_.try_send(piece);
      if (sent.ok()) {
        session_->commit_output(sent.bytes);
      } else if (sent.status == net::transfer_status::would_block) {
        if (stream_.wait(net::interest::both, until_).timed_out()) return machine_.timed_out();
      } else {
        break;  // what the server had to say may still stand in the input
      }
    }
    if (stream_.wait(net::interest::readable, until_).timed_out()) return machine_.timed_out();
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

  std::unique_ptr<protocol::session> session_;
  protocol::connect_machine machine_;
  net::dial_options dial_options_;
  std::vector<net::socket_address> addresses_;
  net::stream stream_;
  std::optional<net::tls_context> context_;  // and peer_: of the last handshake
  net::tls_peer peer_;
  net::deadline until_ = net::no_deadline;
  std::size_t timed_attempt_ = static_cast<std::size_t>(-1);
};

}  // namespace

result<std::unique_ptr<link>> connect(const protocol::connect_options& options, bool* reached_authentication) {
  auto pool = std::make_unique<chunk_pool>();
  blocking_driver driver(options, *pool);
  auto ran = driver.run();
  if (reached_authentication != nullptr) *reached_authentication = driver.reached_authentication();
  if (!ran) return fail(std::move(ran).error());
  auto session = driver.take_session();
  session->started(driver.outcome().status);
  cancel_token token = driver.take_cancel_token();
  auto made =
      std::make_unique<link>(std::move(pool), std::move(session), driver.take_stream(), std::move(driver.outcome()));
  made->set_cancel_token(std::move(token));
  return made;
}

}  // namespace pgpipe::detail
