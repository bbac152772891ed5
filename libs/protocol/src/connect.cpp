#include <algorithm>
#include <utility>

#include <pgpipe/protocol/connect.hpp>
#include <pgpipe/protocol/frontend.hpp>

namespace pgpipe::protocol {
namespace {

// What the system's address of a Unix socket has room for, its final zero byte not counted.
constexpr std::size_t greatest_socket_path = 107;

constexpr std::string_view cannot_connect_now = "57P03";

bool has_zero_byte(std::string_view text) { return text.find('\0') != std::string_view::npos; }

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

}  // namespace

connect_machine::connect_machine(connect_options options, input_buffer& input, output_buffer& output,
                                 std::uint32_t protocol_version)
    : options_(std::move(options)), input_(&input), output_(&output), protocol_version_(protocol_version) {
  if (std::optional<error> refused = unusable(options_)) {
    failures_.push_back(*std::move(refused));
    stop();
  } else {
    begin_host();
  }
}

connect_action connect_machine::next_action() {
  if (step_ == step::ssl_answer) read_ssl_answer();
  if (step_ == step::startup) on_startup(startup_->advance());
  switch (step_) {
    case step::resolve: return connect_action::resolve;
    case step::dial: return connect_action::dial;
    case step::ssl_answer: return connect_action::transfer;
    case step::start_tls: return connect_action::start_tls;
    case step::startup: return connect_action::transfer;
    case step::done: return connect_action::done;
    case step::failed: break;
  }
  return connect_action::failed;
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

void connect_machine::dialled(const scram_nonce& nonce) {
  input_->clear();
  output_->clear();
  nonce_ = nonce;
  end_point_.clear();
  tls_on_ = false;
  startup_.reset();
  if (!ask_tls_) return begin_startup();
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

void connect_machine::tls_started(std::vector<std::byte> end_point) {
  tls_on_ = true;
  end_point_ = std::move(end_point);
  begin_startup();
}

void connect_machine::tls_failed(error cause) {
  record_here(std::move(cause));
  if (options_.sslmode == ssl_mode::prefer && may_redial_) return redial(false);
  stop();
}

void connect_machine::begin_startup() {
  startup_request request;
  request.version = protocol_version_;
  request.parameters = startup_parameters(options_);
  request.secret.user = options_.user;
  request.secret.password = target().password;
  request.secret.nonce = nonce_;
  request.secret.scram = options_.scram;
  request.secret.channel_binding = options_.channel_binding;
  request.secret.tls = tls_on_;
  request.secret.end_point = end_point_;
  startup_.emplace(std::move(request), *input_, *output_);
  step_ = step::startup;
}

void connect_machine::on_startup(startup::progress reached) {
  if (reached == startup::progress::need_input) return;
  if (reached == startup::progress::ready) {
    step_ = step::done;
    return;
  }
  const error& cause = startup_->failure();
  const bool refused = startup_->refused_before_authentication();
  const bool elsewhere = refused && cause.sqlstate() == cannot_connect_now;
  const bool otherwise = refused && may_redial_ && tls_on_ == (options_.sslmode == ssl_mode::prefer);
  record_here(cause);
  if (elsewhere) return next_host();
  if (otherwise) return redial(!tls_on_);
  stop();
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
  if (host_ + 1 >= options_.hosts.size()) return stop();
  ++host_;
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
  const std::string address = address_ < addresses_.size() ? addresses_[address_] : std::string();
  const std::string shown = address.empty() || address == name ? std::string() : " (" + address + ")";
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
  for (std::size_t i = 0; i + 1 < failures_.size(); ++i) earlier += failures_[i].text() + "; ";
  failure_ = failures_.back();
  if (!earlier.empty()) failure_->prepend(earlier);
}

}  // namespace pgpipe::protocol
