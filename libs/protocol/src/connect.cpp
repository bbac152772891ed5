#include <algorithm>
#include <numeric>
#include <utility>

#include <pgpipe/protocol/connect.hpp>
#include <pgpipe/protocol/frontend.hpp>

#include "text.hpp"

namespace pgpipe::protocol {
namespace {

// What the system's address of a Unix socket has room for, its final zero byte not counted.
constexpr std::size_t greatest_socket_path = 107;

constexpr std::string_view cannot_connect_now = "57P03";

// Zero bytes would end a field early, and what follows them would be read as further parameters.
std::optional<error> unusable(const connect_options& options) {
  const auto refused = [](std::string text) {
    return error(error_category::usage, std::move(text), retry_safety::safe);
  };
  if (options.hosts.empty()) return refused("no host to connect to");
  for (const auto& [name, value] : startup_parameters(options)) {
    if (has_zero_byte(name) || has_zero_byte(value)) return refused("zero byte in connection parameter");
  }
  for (const host_spec& each : options.hosts) {
    if (has_zero_byte(each.host) || has_zero_byte(each.hostaddr)) return refused("zero byte in a host name");
    if (has_zero_byte(each.password)) return refused("zero byte in the password");
  }
  return std::nullopt;
}

// A server name is sent for names only, never for numeric addresses (RFC 6066, section 3).
bool is_numeric_address(std::string_view host) {
  return host.find(':') != std::string_view::npos || host.find_first_not_of("0123456789.") == std::string_view::npos;
}

bool requires_tls(ssl_mode mode) { return mode >= ssl_mode::require; }

constexpr std::string_view application_protocol = "postgresql";

// The next number of a SplitMix64 sequence: plenty for spreading connections over hosts.
std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15U;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
  z = (z ^ z >> 27) * 0x94d049bb133111ebU;
  return z ^ z >> 31;
}

}  // namespace

connect_machine::connect_machine(connect_options options, input_buffer& input, output_buffer& output,
                                 std::uint64_t seed)
    : options_(std::move(options)), input_(&input), output_(&output), random_(seed) {
  host_order_ = order_of(options_.hosts.size());
  if (std::optional<error> refused = unusable(options_)) {
    failures_.push_back(*std::move(refused));
    stop();
  } else {
    begin_host();
  }
}

// 0, 1, 2, ..., or those numbers shuffled (Fisher and Yates).
std::vector<std::size_t> connect_machine::order_of(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (!options_.load_balance_hosts) return order;
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[next_random(random_) % i]);
  return order;
}

connect_action connect_machine::next_action() {
  if (step_ == step::ssl_answer) read_ssl_answer();
  if (step_ == step::startup) on_startup(startup_->advance());
  if (step_ == step::session_check) on_session_check(session_check_->advance());
  switch (step_) {
    case step::resolve: return connect_action::resolve;
    case step::dial: return connect_action::dial;
    case step::ssl_answer: return connect_action::transfer;
    case step::start_tls: return connect_action::start_tls;
    case step::startup:
    case step::session_check: return connect_action::transfer;
    case step::done: return connect_action::done;
    case step::failed: break;
  }
  return connect_action::failed;
}

std::size_t connect_machine::wanted() const {
  if (step_ == step::session_check) return session_check_->wanted();
  return startup_ ? startup_->wanted() : 0;
}

void connect_machine::begin_host() {
  step_ = step::resolve;
  addresses_.clear();
  startup_.reset();
  if (!target().is_unix_socket() || target().socket_path().size() <= greatest_socket_path) return;
  record(error(error_category::usage, "Unix-domain socket path \"" + target().socket_path() +
                                          "\" is too long (maximum " + std::to_string(greatest_socket_path) +
                                          " bytes)"));
  next_host();
}

void connect_machine::resolved(std::vector<std::string> addresses) {
  if (addresses.empty()) {
    return resolve_failed(error(error_category::io, "host name \"" + target().host + "\" has no address"));
  }
  addresses_ = std::move(addresses);
  address_order_ = order_of(addresses_.size());
  address_ = 0;
  begin_address();
}

void connect_machine::resolve_failed(error cause) {
  record(std::move(cause));
  next_host();
}

void connect_machine::begin_address() {
  ++attempt_;
  const bool possible = options_.sslmode != ssl_mode::disable && !target().is_unix_socket();
  ask_tls_ = possible && options_.sslmode != ssl_mode::allow;
  may_redial_ = possible && !requires_tls(options_.sslmode);
  step_ = step::dial;
}

void connect_machine::dialled(const scram_nonce& nonce, const result<std::string>& peer) {
  input_->clear();
  output_->clear();
  nonce_ = nonce;
  facts_ = {};
  tls_on_ = false;
  startup_.reset();
  if (wants_peer() && (!peer || *peer != options_.requirepeer)) {
    std::string text = "requirepeer is \"" + options_.requirepeer + "\", but ";
    text += peer ? "the server is run by \"" + *peer + "\"" : peer.error().text();
    record_here(error(error_category::io, std::move(text)));
    return stop();
  }
  if (!ask_tls_) return begin_startup();
  if (options_.sslnegotiation == ssl_negotiation::direct) return on_ssl_accepted();
  static_cast<void>(ssl_request(*output_));
  step_ = step::ssl_answer;
}

void connect_machine::dial_failed(error cause) {
  record_here(std::move(cause));
  next_address();
}

void connect_machine::read_ssl_answer() {
  const std::span<const std::byte> input = input_->readable();
  if (input.empty()) return;
  const auto answer = static_cast<char>(input[0]);
  // Whatever stands behind the answer came from somebody who could not know what we would send: it must not be taken
  // for part of the encrypted, or even of the plain, stream (CVE-2021-23222).
  const bool stuffed = input.size() != 1;
  input_->consume(1);
  if (answer == 'S' && !stuffed) {
    on_ssl_accepted();
  } else if (answer == 'N' && !stuffed) {
    on_ssl_refused();
  } else {
    std::string text = "received an invalid response to the SSL request";
    if (answer == 'S' || answer == 'N') text = "received unencrypted data behind the response to the SSL request";
    // Its text is not shown: nothing says that the server itself wrote it (CVE-2024-10977).
    if (answer == 'E') text = "the server sent an error response to the SSL request";
    record_here(error(error_category::protocol, std::move(text)));
    stop();
  }
}

void connect_machine::on_ssl_accepted() {
  step_ = step::start_tls;
  if (options_.sslmode != ssl_mode::verify_full || !target().host.empty()) return;
  record_here(error(error_category::usage, "sslmode verify-full needs a host name, not only a hostaddr"));
  stop();
}

void connect_machine::on_ssl_refused() {
  if (!requires_tls(options_.sslmode)) {
    may_redial_ = false;
    return begin_startup();
  }
  record_here(error(error_category::io, "the server does not support TLS, but sslmode requires it"));
  stop();
}

tls_request connect_machine::tls() const {
  const std::string& name = target().host;
  const bool announce = options_.sslsni && !name.empty() && !is_numeric_address(name);
  return {options_.sslmode, name, announce ? name : std::string()};
}

// Whoever speaks another protocol than was offered, or was addressed without a question and chose none, may take what
// we say for something else (the ALPACA attack).
void connect_machine::tls_started(tls_facts facts) {
  tls_on_ = true;
  facts_ = std::move(facts);
  const bool direct = options_.sslnegotiation == ssl_negotiation::direct;
  const std::string& chosen = facts_.application_protocol;
  if (chosen == application_protocol || (chosen.empty() && !direct)) return begin_startup();
  record_here(error(error_category::protocol,
                    chosen.empty() ? "sslnegotiation=direct needs a server that answers ALPN, and this one does not"
                                   : "the server chose an unexpected application protocol by ALPN"));
  stop();
}

void connect_machine::tls_failed(error cause) {
  record_here(std::move(cause));
  if (options_.sslmode == ssl_mode::prefer && may_redial_) return redial(false);
  stop();
}

void connect_machine::begin_startup() {
  startup_request request;
  request.version = options_.max_protocol_version;
  request.least_version = options_.min_protocol_version;
  request.parameters = startup_parameters(options_);
  request.secret.user = options_.user;
  request.secret.password = target().password;
  request.secret.nonce = nonce_;
  request.secret.scram = options_.scram;
  request.secret.keys = options_.scram_pass_through;
  request.secret.channel_binding = options_.channel_binding;
  request.secret.require_auth = options_.require_auth;
  request.secret.certificate = options_.sslcertmode;
  request.secret.tls = tls_on_;
  request.secret.facts = facts_;
  startup_.emplace(std::move(request), *input_, *output_);
  step_ = step::startup;
}

void connect_machine::on_startup(startup::progress reached) {
  if (reached == startup::progress::need_input) return;
  if (reached == startup::progress::ready) return on_ready();
  error cause = startup_->failure();
  if (startup_->needs_password() && !options_.passfile_ignored.empty()) {
    cause.prepend(options_.passfile_ignored + "; ");
  }
  const bool refused = startup_->refused_before_authentication();
  const bool elsewhere = refused && cause.sqlstate() == cannot_connect_now;
  const bool otherwise = refused && may_redial_ && tls_on_ == (options_.sslmode == ssl_mode::prefer);
  record_here(cause);
  if (elsewhere) return next_host();
  if (otherwise) return redial(!tls_on_);
  stop();
}

void connect_machine::on_ready() {
  step_ = step::done;
  if (options_.target_session_attrs == session_attributes::any || any_session_) return;
  session_check_.emplace(options_.target_session_attrs, startup_->outcome(), *input_, *output_);
  step_ = step::session_check;
}

void connect_machine::on_session_check(session_check::progress reached) {
  switch (reached) {
    case session_check::progress::need_input: return;
    case session_check::progress::suits: step_ = step::done; return;
    case session_check::progress::differs:
    case session_check::progress::failed: break;
  }
  record_here(session_check_->failure());
  terminate(*output_);
  next_host();
}

void connect_machine::closed(error cause) {
  if (next_action() != connect_action::transfer) return;
  if (step_ == step::startup) return on_startup(startup_->end_of_stream(std::move(cause)));
  record_here(std::move(cause));
  stop();
}

void connect_machine::timed_out() {
  if (step_ == step::done || step_ == step::failed) return;
  record_here(error(error_category::timeout, "timeout expired"));
  if (step_ == step::resolve) return next_host();
  next_address();
}

void connect_machine::next_address() {
  if (address_ + 1 >= addresses_.size()) return next_host();
  ++address_;
  begin_address();
}

void connect_machine::next_host() {
  if (host_ + 1 < options_.hosts.size()) {
    ++host_;
    return begin_host();
  }
  if (options_.target_session_attrs != session_attributes::prefer_standby || any_session_) return stop();
  any_session_ = true;
  host_ = 0;
  begin_host();
}

void connect_machine::redial(bool with_tls) {
  ask_tls_ = with_tls;
  may_redial_ = false;
  step_ = step::dial;
}

std::string connect_machine::where() const {
  const host_spec& host = target();
  if (host.is_unix_socket()) return "connection to server on socket \"" + host.socket_path() + "\" failed";
  const std::string& name = host.host.empty() ? host.hostaddr : host.host;
  const std::string where = address_ < addresses_.size() ? addresses_[address()] : std::string();
  const std::string shown = where.empty() || where == name ? std::string() : " (" + where + ")";
  return "connection to server at \"" + name + "\"" + shown + ", port " + std::to_string(host.port) + " failed";
}

// No statement was ever sent: a failure to connect is always safe to try again.
void connect_machine::record(error cause) {
  cause.set_safety(retry_safety::safe);
  failures_.push_back(std::move(cause));
}

void connect_machine::record_here(error cause) {
  cause.add_context(where());
  record(std::move(cause));
}

void connect_machine::stop() {
  step_ = step::failed;
  std::string earlier;
  // What was tried twice may have failed twice in the same way.
  for (auto each = failures_.begin(); each + 1 != failures_.end(); ++each) {
    const auto same = [&](const error& later) { return later.text() == each->text(); };
    if (std::none_of(each + 1, failures_.end(), same)) earlier += each->text() + "; ";
  }
  failure_ = failures_.back();
  if (!earlier.empty()) failure_->prepend(earlier);
}

}  // namespace pgpipe::protocol
