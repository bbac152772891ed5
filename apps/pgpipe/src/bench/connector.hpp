#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pgpipe/base/result.hpp>
#include <pgpipe/net/address.hpp>
#include <pgpipe/net/dial.hpp>
#include <pgpipe/net/stream.hpp>
#include <pgpipe/net/tls_context.hpp>
#include <pgpipe/protocol/connect.hpp>
#include <pgpipe/protocol/session.hpp>

namespace pgpipe::app::bench {

// What the connectors of one thread share, so that names are looked up and certificates are read once and not at every
// connection.
class connect_cache {
 public:
  [[nodiscard]] result<std::vector<net::socket_address>> resolve(const protocol::host_spec& target);
  [[nodiscard]] result<net::tls_context> tls(const protocol::connect_options& options, protocol::ssl_mode mode);

 private:
  std::vector<std::pair<std::string, std::vector<net::socket_address>>> resolved_;
  std::vector<std::pair<protocol::ssl_mode, net::tls_context>> contexts_;
};

// Opens one connection without ever waiting: carries out what protocol::connect_machine asks for. Call advance() at
// once, and again whenever wanted() is ready or until() has passed, while it says `waiting`. All arguments must outlive
// it.
class connector {
 public:
  enum class progress : std::uint8_t { waiting, connected, failed };

  connector(const protocol::connect_options& options, connect_cache& cache, protocol::session& session,
            net::stream& stream);

  // `ready`: which of the wanted directions are.
  [[nodiscard]] progress advance(net::interest ready);

  // What wanted() speaks of; -1 when only until() is waited for.
  [[nodiscard]] int fd() const { return dialling_.is_open() ? dialling_.fd() : stream_->fd(); }
  [[nodiscard]] net::interest wanted() const { return wanted_; }
  // When to call advance() though nothing is ready.
  [[nodiscard]] net::deadline until() const { return pause_ != net::no_deadline ? pause_ : timeout_; }

  [[nodiscard]] const error& failure() const { return machine_.failure(); }
  [[nodiscard]] protocol::startup_result& outcome() { return machine_.outcome(); }

 private:
  void resolve();
  bool dial(net::interest ready);
  bool start_tls();
  bool transfer();
  void dialled();
  void leave();

  protocol::connect_machine machine_;
  connect_cache* cache_;
  protocol::session* session_;
  net::stream* stream_;
  std::vector<net::socket_address> addresses_;
  net::socket dialling_;
  bool handshaking_ = false;
  net::interest wanted_ = net::interest::none;
  net::deadline pause_ = net::no_deadline;
  net::deadline timeout_ = net::no_deadline;
  std::size_t timed_attempt_ = 0;
};

}  // namespace pgpipe::app::bench
