#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <optional>

#include <pgpipe/asio/connection.hpp>

#include "connect_driver.hpp"
#include "serial_executor.hpp"

namespace pgpipe::asio_client::detail {

// Does what the connecting machine asks for, without blocking: each step starts at most one wait, whose end is the next
// step. It keeps itself alive until it has called its handler.
class connector : public std::enable_shared_from_this<connector> {
 public:
  connector(serial_executor executor, const protocol::connect_options& where, const connection_options& options,
            open_handler handler);
  connector(const connector&) = delete;
  connector& operator=(const connector&) = delete;
  ~connector();

  void start();

 private:
  enum class then : std::uint8_t { go_on, wait };

  void step();
  [[nodiscard]] then take_action(protocol::connect_action action);
  [[nodiscard]] then resolve();
  [[nodiscard]] then dial();
  [[nodiscard]] then finish_dial();
  [[nodiscard]] then start_tls();
  [[nodiscard]] then transfer();
  [[nodiscard]] then wait_until(bool writable);
  void wait_a_moment();
  void watch_the_clock();
  void leave();
  void cancel();
  void finish(result<connection> outcome);
  [[nodiscard]] connection make_connection();

  serial_executor executor_;
  connection_options options_;
  open_handler handler_;
  pgpipe::detail::connect_driver driver_;
  boost::asio::ip::tcp::resolver resolver_;
  boost::asio::posix::stream_descriptor descriptor_;
  boost::asio::steady_timer clock_;   // for connect_timeout
  boost::asio::steady_timer moment_;  // until a full backlog is tried again
  net::deadline watched_ = net::no_deadline;
  std::optional<net::socket> dialling_;
  bool handshaking_ = false;
  bool sent_ = false;  // what there was to send of this transfer
  bool cancelled_ = false;
  bool done_ = false;
};

}  // namespace pgpipe::asio_client::detail
