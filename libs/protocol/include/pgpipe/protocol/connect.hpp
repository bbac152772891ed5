#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pgpipe/base/error.hpp>
#include <pgpipe/base/input_buffer.hpp>
#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/connect_options.hpp>
#include <pgpipe/protocol/session_check.hpp>
#include <pgpipe/protocol/startup.hpp>

namespace pgpipe::protocol {

// What the driver of a connect_machine has to do, and by which functions it reports.
enum class connect_action : std::uint8_t {
  resolve,    // look up target(); then resolved() or resolve_failed()
  dial,       // close any older stream, connect to address(); then dialled() or dial_failed()
  start_tls,  // a whole TLS handshake as tls() says; then tls_started() or tls_failed()
  transfer,   // write what the output shows, read into the input; then next_action(), or closed() at the stream's end
  done,       // outcome() stands ready; the stream is open
  failed,     // failure() stands ready; close any stream
};

// How to start TLS.
struct tls_request {
  ssl_mode verify;  // below verify_ca: verify as verify_ca if there is a root certificate file, else encrypt only
  std::string server_name;  // what the certificate must say for verify_full
  std::string sni;          // empty: send no server name
};

// Connecting, without a socket: hosts x addresses x TLS fallback x authentication x session attributes, in libpq's
// order (manual, "Database Connection Control Functions"). Call order: next_action(), do it, report, and again, until
// `done` or `failed`. A `dial` or `resolve` that follows other actions means that the stream so far is of no more use:
// what the output still holds may be sent before it is closed, and tells the server goodbye.
//
// Addresses are numbers here: the driver keeps the list that it resolved, and says their texts for messages.
//
// connect_timeout() counts from the first dial of an address; attempt() tells addresses apart, and a second dial of the
// same address (without TLS, say) is still the same attempt. When the time has passed, the driver calls timed_out(),
// whatever the action is.
//
// What follows a failure, as in libpq 15:
//   the name has no address; the socket path is too long      next host
//   dial failed; timed out                                    next address, then next host
//   ErrorResponse 57P03 (starting up, shutting down)
//     before AuthenticationOk                                 next host
//   TLS handshake failed, with prefer                         the same address without TLS
//   another ErrorResponse before AuthenticationOk
//     with prefer, on a stream with TLS                       the same address without TLS
//     with allow, on a stream without TLS                     the same address with TLS
//   the session has not the target_session_attrs            next host
//   no host is left, with prefer-standby                    all of them again, where any session will do
//   everything else: any other ErrorResponse, a broken
//     protocol, end of stream, no TLS where it is required    the end
class connect_machine {
 public:
  // The buffers are cleared at every dial and must outlive the machine; on `done` the input holds what came behind
  // ReadyForQuery. `seed`: any number, a fresh one for each connection; the order of load_balance_hosts comes of it.
  connect_machine(connect_options options, input_buffer& input, output_buffer& output, std::uint64_t seed = 0);

  // Looks at what has arrived. The same answer until the driver reports.
  [[nodiscard]] connect_action next_action();

  // Of `resolve`, and of all that follows it: a Unix socket (target().is_unix_socket()), which has one address, its
  // socket_path(); or target().hostaddr, if given, which is numeric; or target().host.
  [[nodiscard]] const host_spec& target() const { return options_.hosts[host_order_[host_]]; }
  // Of target(), in options().hosts.
  [[nodiscard]] std::size_t host_index() const { return host_order_[host_]; }
  // A text an address, in the order to try: "127.0.0.1". No address at all counts as a failure.
  void resolved(std::vector<std::string> addresses);
  // `cause` names the host: nothing is added to it.
  void resolve_failed(error cause);

  // Of `dial`: an index into what was resolved last.
  [[nodiscard]] std::size_t address() const { return address_order_[address_]; }
  // Whether the driver is to find out who runs the server at the other end of the socket, and tell dialled().
  [[nodiscard]] bool wants_peer() const { return target().is_unix_socket() && !options_.requirepeer.empty(); }
  // `nonce`: fresh random bytes, used if the server asks for SCRAM. `peer`: a user's name.
  void dialled(const scram_nonce& nonce, const result<std::string>& peer = {});
  void dial_failed(error cause);

  [[nodiscard]] tls_request tls() const;
  void tls_started(tls_facts facts);
  void tls_failed(error cause);

  void closed(error cause);
  // For input_buffer::prepare() in `transfer`.
  [[nodiscard]] std::size_t wanted() const;

  // 0: no limit.
  [[nodiscard]] std::chrono::seconds connect_timeout() const { return options_.connect_timeout; }
  [[nodiscard]] std::size_t attempt() const { return attempt_; }
  void timed_out();

  [[nodiscard]] const connect_options& options() const { return options_; }

  // After `done`.
  [[nodiscard]] startup_result& outcome() { return startup_->outcome(); }
  [[nodiscard]] bool uses_tls() const { return tls_on_; }

  // After `failed`: the last failure, its text behind those of the attempts before it.
  [[nodiscard]] const error& failure() const { return *failure_; }
  // Each attempt's failure by itself, in order.
  [[nodiscard]] const std::vector<error>& failures() const { return failures_; }
  // The last server tried has at least asked for a password, or let the client in.
  [[nodiscard]] bool reached_authentication() const { return startup_ && startup_->reached_authentication(); }
  // The last server tried asked for a password and none is known.
  [[nodiscard]] bool needs_password() const { return startup_ && startup_->needs_password(); }

 private:
  enum class step : std::uint8_t { resolve, dial, ssl_answer, start_tls, startup, session_check, done, failed };

  void begin_host();
  void begin_address();
  void begin_startup();
  void read_ssl_answer();
  void on_ssl_accepted();
  void on_ssl_refused();
  void on_startup(startup::progress reached);
  void on_ready();
  void on_session_check(session_check::progress reached);
  void next_host();
  void next_address();
  void redial(bool with_tls);
  void record(error cause);
  void record_here(error cause);
  void stop();
  [[nodiscard]] std::string where() const;

  [[nodiscard]] std::vector<std::size_t> order_of(std::size_t count);

  connect_options options_;
  input_buffer* input_;
  output_buffer* output_;
  std::uint64_t random_;
  std::vector<std::size_t> host_order_;  // in which options_.hosts are tried
  step step_ = step::resolve;
  std::size_t host_ = 0;      // in host_order_
  bool any_session_ = false;  // prefer_standby found no standby, and goes round again
  std::vector<std::string> addresses_;
  std::vector<std::size_t> address_order_;
  std::size_t address_ = 0;  // in address_order_
  std::size_t attempt_ = 0;
  bool ask_tls_ = false;     // this stream is to begin with an SSLRequest
  bool may_redial_ = false;  // this address has its other kind of stream still before it
  bool tls_on_ = false;
  scram_nonce nonce_{};
  tls_facts facts_;
  std::optional<startup> startup_;
  std::optional<session_check> session_check_;
  std::vector<error> failures_;
  std::optional<error> failure_;
};

}  // namespace pgpipe::protocol
