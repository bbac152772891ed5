#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <pgpipe/base/chunk.hpp>
#include <pgpipe/base/result.hpp>
#include <pgpipe/net/address.hpp>
#include <pgpipe/net/deadline.hpp>
#include <pgpipe/net/dial.hpp>
#include <pgpipe/net/stream.hpp>
#include <pgpipe/net/tls_context.hpp>
#include <pgpipe/net/tls_filter.hpp>
#include <pgpipe/protocol/connect.hpp>
#include <pgpipe/protocol/session.hpp>

#include "link.hpp"

namespace pgpipe::detail {

// What is done to connect, apart from waiting: those who drive the connecting machine differ in how they wait, and in
// nothing else. Call order: machine().next_action(), what it asks for by the functions below, and again; at `done`,
// make_link().
class connect_driver {
 public:
  explicit connect_driver(const protocol::connect_options& options);

  [[nodiscard]] protocol::connect_machine& machine() { return machine_; }
  [[nodiscard]] net::stream& stream() { return stream_; }

  // When connect_timeout is over, which counts for each address anew: asked before each action but `resolve`.
  [[nodiscard]] net::deadline until();

  // `resolve`: the addresses, where no name server has to be asked; then report what was found.
  [[nodiscard]] std::optional<result<std::vector<net::socket_address>>> addresses_without_lookup();
  void resolved(result<std::vector<net::socket_address>> found);

  // `dial`: leave() first; then connect to address(), and report the socket.
  void leave();
  [[nodiscard]] const net::socket_address& address() const { return addresses_[machine_.address()]; }
  [[nodiscard]] const net::dial_options& how_to_dial() const { return dial_options_; }
  void dialled(result<net::socket> socket);

  // `start_tls`: after begin_tls() the stream is ready for its handshake, whose end is reported.
  [[nodiscard]] result<void> begin_tls();
  void tls_ended(const result<void>& outcome);

  // `transfer`: send_some() until it says true; then wait until something arrives, and take_arrived(). A stream that
  // takes no more counts as sent: what the server had to say may still stand in the input.
  [[nodiscard]] bool send_some();
  void take_arrived();

  // `done`.
  [[nodiscard]] std::unique_ptr<link> make_link();

 private:
  cancel_token make_cancel_token();

  std::unique_ptr<chunk_pool> pool_ = std::make_unique<chunk_pool>();
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

}  // namespace pgpipe::detail
