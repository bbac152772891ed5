#include <pgpipe/protocol/cancel.hpp>
#include <pgpipe/protocol/frontend.hpp>

namespace pgpipe::protocol {

cancel_machine::cancel_machine(cancel_target target, input_buffer& input, output_buffer& output)
    : target_(std::move(target)), input_(&input), output_(&output) {
  input_->clear();
  output_->clear();
  if (target_.key.empty()) {
    fail_with(error(error_category::usage, "the server gave no cancel key: nothing can be cancelled"));
  } else if (!target_.tls) {
    begin_request();
  } else if (target_.negotiation == ssl_negotiation::direct) {
    step_ = step::start_tls;
  } else {
    static_cast<void>(ssl_request(*output_));
    step_ = step::ssl_answer;
  }
}

cancel_action cancel_machine::next_action() {
  if (step_ == step::ssl_answer) read_ssl_answer();
  switch (step_) {
    case step::ssl_answer:
    case step::request: return cancel_action::transfer;
    case step::start_tls: return cancel_action::start_tls;
    case step::done: return cancel_action::done;
    case step::failed: break;
  }
  return cancel_action::failed;
}

// As in connect_machine, one byte only may have come.
void cancel_machine::read_ssl_answer() {
  const std::span<const std::byte> input = input_->readable();
  if (input.empty()) return;
  const bool accepted = input.size() == 1 && input[0] == std::byte{'S'};
  input_->consume(input.size());
  if (accepted) {
    step_ = step::start_tls;
  } else {
    fail_with(error(error_category::protocol, "the server does not agree to TLS for a cancel request"));
  }
}

void cancel_machine::tls_started(const tls_facts& facts) {
  const std::string& chosen = facts.application_protocol;
  const bool direct = target_.negotiation == ssl_negotiation::direct;
  if (chosen == "postgresql" || (chosen.empty() && !direct)) return begin_request();
  fail_with(error(error_category::protocol, "the server chose an unexpected application protocol by ALPN"));
}

void cancel_machine::begin_request() {
  step_ = step::request;
  if (!cancel_request(*output_, target_.process_id, target_.key)) {
    fail_with(error(error_category::usage, "the cancel key cannot be sent"));
  }
}

void cancel_machine::closed(error cause) {
  const cancel_action action = next_action();
  if (action == cancel_action::done || action == cancel_action::failed) return;
  if (step_ != step::request || !output_->pending().empty()) return fail_with(std::move(cause));
  step_ = step::done;
}

void cancel_machine::fail_with(error cause) {
  step_ = step::failed;
  output_->clear();
  cause.set_safety(retry_safety::safe);
  failure_ = std::move(cause);
}

}  // namespace pgpipe::protocol
