#include <algorithm>
#include <string_view>

#include <pgpipe/protocol/backend_key_data.hpp>
#include <pgpipe/protocol/error_response.hpp>
#include <pgpipe/protocol/negotiate_protocol_version.hpp>
#include <pgpipe/protocol/parameter_status.hpp>
#include <pgpipe/protocol/ready_for_query.hpp>
#include <pgpipe/protocol/startup.hpp>

#include "broken.hpp"

namespace pgpipe::protocol {
namespace {

// The length of a genuine first ErrorResponse. A server that cannot start a session at all says so in plain text, as
// in protocol 2, and then the first letters of the text stand where the length would.
constexpr length_bounds first_error{8, 30000};

constexpr std::size_t cancel_key_bytes_3_0 = 4;

tl::unexpected<error> malformed(backend type) { return broken("malformed " + std::string(name_of(type)) + " message"); }

std::string described(backend type) {
  const auto code = static_cast<unsigned char>(type);
  if (code > ' ' && code < 0x7f) return std::string("a message of type '") + static_cast<char>(code) + "'";
  return "a message of type number " + std::to_string(code);
}

// Before AuthenticationOk. Whoever begins otherwise is no PostgreSQL server.
bool may_come_early(backend type) {
  return type == backend::authentication || type == backend::error_response || type == backend::notice_response ||
         type == backend::negotiate_protocol_version;
}

tl::unexpected<error> not_early(backend type) {
  return broken("expected an authentication request, but received " + described(type));
}

std::string version_text(std::uint32_t version) {
  return std::to_string(version >> 16) + "." + std::to_string(version & 0xffff);
}

}  // namespace

startup::startup(startup_request request, input_buffer& input, output_buffer& output)
    : request_(std::move(request)), input_(&input), output_(&output), authenticator_(std::move(request_.secret)) {
  std::vector<std::pair<std::string_view, std::string_view>> parameters(request_.parameters.begin(),
                                                                        request_.parameters.end());
  outcome_.protocol_version = request_.version;
  // An empty name would end the list in the middle.
  const bool nameless =
      std::any_of(parameters.begin(), parameters.end(), [](const auto& p) { return p.first.empty(); });
  if (nameless || !startup_message(output, request_.version, parameters)) {
    failure_.emplace(error_category::usage, "a connection parameter holds a zero byte");
  }
}

startup::progress startup::advance() {
  while (!failure_ && state_ != state::ready) {
    if (is_plain_text()) {
      if (!take_plain_text(false)) return progress::need_input;
      break;
    }
    frame message{};
    const framing outcome = next_frame(input_->readable(), message, wanted_);
    result<void> handled = check_framing(outcome);
    if (handled && outcome == framing::incomplete) return progress::need_input;
    if (handled) {
      handled = on_message(message);
      received_bytes_ += message.size();
      input_->consume(message.size());
    }
    if (!handled) failure_.emplace(std::move(handled).error());
  }
  wanted_ = 0;
  return failure_ ? progress::failed : progress::ready;
}

startup::progress startup::end_of_stream(error cause) {
  const progress reached = advance();
  if (reached != progress::need_input) return reached;
  if (is_plain_text()) {
    take_plain_text(true);
  } else {
    failure_.emplace(std::move(cause));
  }
  return progress::failed;
}

bool startup::is_plain_text() const {
  const std::span<const std::byte> input = input_->readable();
  if (state_ != state::first_message || input.size() < 5 || input[0] != std::byte{'E'}) return false;
  const auto length = load_big_endian<std::uint32_t>(input.data() + 1);
  return length < first_error.least || length > first_error.greatest;
}

// The text ends at a zero byte, at the end of the stream, or where it grows longer than any such text is; false, and
// nothing done, before that.
bool startup::take_plain_text(bool at_end) {
  const std::span<const std::byte> input = input_->readable();
  std::string_view text(reinterpret_cast<const char*>(input.data()) + 1, input.size() - 1);
  const std::size_t end = text.find('\0');
  if (end == std::string_view::npos && !at_end && text.size() < first_error.greatest) return false;
  text = text.substr(0, end);
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  server_message said;
  said.severity = "FATAL";
  said.message = text;
  failure_.emplace(std::move(said));
  return true;
}

result<void> startup::check_framing(framing outcome) const {
  const std::span<const std::byte> input = input_->readable();
  if (input.empty()) return {};
  const auto type = static_cast<backend>(input[0]);
  if (state_ != state::loading && !may_come_early(type)) return not_early(type);
  if (outcome == framing::bad_type) return broken("received " + described(type) + ", which does not exist");
  if (outcome == framing::bad_length) return broken("received " + described(type) + " with an impossible length");
  if (received_bytes_ + wanted_ > greatest_bytes) return broken("the server sends too much before it is ready");
  return {};
}

result<void> startup::on_message(const frame& message) {
  switch (message.type) {
    case backend::error_response: return on_error_response(message.body);
    case backend::notice_response: return on_notice_response(message.body);
    default: break;
  }
  return state_ == state::loading ? on_late_message(message) : on_early_message(message);
}

result<void> startup::on_early_message(const frame& message) {
  if (message.type == backend::authentication) {
    state_ = state::authenticating;
    const result<void> handled = authenticator_.on_message(message.body, *output_);
    outcome_.used_password = authenticator_.used_password();
    if (handled && authenticator_.done()) state_ = state::loading;
    return handled;
  }
  if (message.type == backend::negotiate_protocol_version && state_ == state::first_message) {
    return on_negotiate_protocol_version(message.body);
  }
  return not_early(message.type);
}

result<void> startup::on_late_message(const frame& message) {
  switch (message.type) {
    case backend::backend_key_data: return on_backend_key_data(message.body);
    case backend::parameter_status: return on_parameter_status(message.body);
    case backend::ready_for_query: return on_ready_for_query(message.body);
    default: return broken("received " + std::string(name_of(message.type)) + " before the server was ready");
  }
}

// The server may know an older version only, and not all extensions; nothing that was not asked for may come back.
result<void> startup::on_negotiate_protocol_version(std::span<const std::byte> body) {
  negotiate_protocol_version offer;
  if (!decode(body, offer)) return malformed(backend::negotiate_protocol_version);
  if (negotiated_) return broken("the server negotiates the protocol version twice");
  negotiated_ = true;
  // The manual speaks of the minor version; servers send both halves.
  const std::uint32_t version = offer.version >> 16 == 0 ? protocol_3_0 | offer.version : offer.version;
  if (version >> 16 != protocol_3_0 >> 16) {
    return broken("the server speaks protocol " + version_text(version) + ", which is not supported");
  }
  if (version > request_.version) {
    return broken("the server offers protocol " + version_text(version) + ", more than the " +
                  version_text(request_.version) + " that was asked for");
  }
  for (const std::string_view option : offer.options) {
    const bool asked = std::any_of(request_.parameters.begin(), request_.parameters.end(),
                                   [&](const auto& each) { return each.first == option; });
    if (!asked || option.substr(0, 5) != "_pq_.") {
      return broken("the server refuses protocol option \"" + std::string(option) + "\", which was not asked for");
    }
  }
  if (version == request_.version && offer.options.empty()) {
    return broken("the server negotiates the protocol version, but asks for no change");
  }
  if (version < request_.least_version) {
    return broken("the server speaks protocol " + version_text(version) + " only, but min_protocol_version is " +
                  version_text(request_.least_version));
  }
  outcome_.protocol_version = version;
  return {};
}

result<void> startup::on_backend_key_data(std::span<const std::byte> body) {
  backend_key_data key;
  if (!decode(body, key)) return malformed(backend::backend_key_data);
  if (outcome_.protocol_version == protocol_3_0 && key.key.size() != cancel_key_bytes_3_0) {
    return broken("received a cancel key of " + std::to_string(key.key.size()) + " bytes; protocol 3.0 has 4");
  }
  outcome_.process_id = key.process_id;
  outcome_.cancel_key.assign(key.key.begin(), key.key.end());
  return {};
}

result<void> startup::on_parameter_status(std::span<const std::byte> body) {
  parameter_status status;
  if (!decode(body, status)) return malformed(backend::parameter_status);
  outcome_.parameters.insert_or_assign(std::string(status.name), std::string(status.value));
  return {};
}

result<void> startup::on_ready_for_query(std::span<const std::byte> body) {
  ready_for_query ready;
  if (!decode(body, ready)) return malformed(backend::ready_for_query);
  outcome_.status = ready.status;
  state_ = state::ready;
  return {};
}

result<void> startup::on_error_response(std::span<const std::byte> body) {
  server_message said;
  if (!decode(body, said)) return malformed(backend::error_response);
  refused_ = state_ != state::loading;
  return fail(error(std::move(said)));
}

result<void> startup::on_notice_response(std::span<const std::byte> body) {
  server_message said;
  if (!decode(body, said)) return malformed(backend::notice_response);
  outcome_.notices.push_back(std::move(said));
  return {};
}

}  // namespace pgpipe::protocol
