#include <pgpipe/protocol/data_row.hpp>
#include <pgpipe/protocol/error_response.hpp>
#include <pgpipe/protocol/frontend.hpp>
#include <pgpipe/protocol/parameter_status.hpp>
#include <pgpipe/protocol/ready_for_query.hpp>
#include <pgpipe/protocol/session_check.hpp>

#include "broken.hpp"

namespace pgpipe::protocol {
namespace {

// One word is asked for; a row's description and a notice are the longest that may come with it.
constexpr std::size_t greatest_message = std::size_t{64} << 10;

tl::unexpected<error> unfit(backend type) {
  return broken("received an unexpected or malformed " + std::string(name_of(type)) +
                " message in the session's check");
}

bool is_true(std::string_view word) { return word == "on" || word == "t"; }

}  // namespace

session_check::session_check(session_attributes wanted, startup_result& started, input_buffer& input,
                             output_buffer& output)
    : wanted_kind_(wanted), started_(&started), input_(&input) {
  answer_ = known_already();
  ready_ = answer_.has_value();
  if (!ready_) static_cast<void>(query(output, statement()));
}

bool session_check::asks_for_standby() const {
  return wanted_kind_ != session_attributes::read_write && wanted_kind_ != session_attributes::read_only;
}

std::optional<bool> session_check::reported(std::string_view name) const {
  const auto at = started_->parameters.find(name);
  if (at == started_->parameters.end()) return std::nullopt;
  return is_true(at->second);
}

std::optional<bool> session_check::known_already() const {
  const std::optional<bool> standby = reported("in_hot_standby");
  if (asks_for_standby()) return standby;
  const std::optional<bool> read_only = reported("default_transaction_read_only");
  if (!standby || !read_only) return std::nullopt;
  return *standby || *read_only;
}

std::string_view session_check::statement() const {
  return asks_for_standby() ? "SELECT pg_catalog.pg_is_in_recovery()" : "SHOW transaction_read_only";
}

session_check::progress session_check::advance() {
  while (!failure_ && !ready_) {
    frame message{};
    const framing outcome = next_frame(input_->readable(), message, wanted_);
    if (outcome == framing::incomplete && wanted_ <= greatest_message) return progress::need_input;
    if (outcome != framing::complete || message.size() > greatest_message) {
      failure_.emplace(error_category::protocol, "received an impossible message in the session's check");
      break;
    }
    result<void> handled = on_message(message);
    input_->consume(message.size());
    if (!handled) failure_.emplace(std::move(handled).error());
  }
  wanted_ = 0;
  if (failure_) return progress::failed;
  if (answer_) return judge(*answer_);
  failure_.emplace(error_category::protocol, "the server does not answer \"" + std::string(statement()) + "\"");
  return progress::failed;
}

session_check::progress session_check::judge(bool yes) {
  const bool wants_yes = wanted_kind_ != session_attributes::read_write && wanted_kind_ != session_attributes::primary;
  if (yes == wants_yes) return progress::suits;
  const std::string what = asks_for_standby() ? "in hot standby mode" : "read-only";
  const std::string who = asks_for_standby() ? "the server is " : "the session is ";
  failure_.emplace(error_category::io, who + (yes ? "" : "not ") + what);
  return progress::differs;
}

result<void> session_check::on_message(const frame& message) {
  switch (message.type) {
    case backend::row_description:
    case backend::command_complete: return {};
    // Set for roles and databases, these may come at any time.
    case backend::parameter_status: {
      parameter_status status;
      if (!decode(message.body, status)) return unfit(message.type);
      started_->parameters.insert_or_assign(std::string(status.name), std::string(status.value));
      return {};
    }
    case backend::notice_response: {
      server_message said;
      if (!decode(message.body, said)) return unfit(message.type);
      started_->notices.push_back(std::move(said));
      return {};
    }
    case backend::data_row: {
      data_row_view row;
      if (!decode(message.body, row) || row.size() != 1) return unfit(message.type);
      answer_ = is_true(row[0].text());
      return {};
    }
    case backend::error_response: {
      server_message said;
      if (!decode(message.body, said)) return unfit(message.type);
      error cause(std::move(said));
      cause.add_context("\"" + std::string(statement()) + "\" failed");
      return fail(std::move(cause));
    }
    case backend::ready_for_query: {
      ready_for_query said;
      if (!decode(message.body, said)) return unfit(message.type);
      ready_ = true;
      return {};
    }
    default: return unfit(message.type);
  }
}

}  // namespace pgpipe::protocol
