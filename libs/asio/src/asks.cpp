#include <span>
#include <utility>

#include <pgpipe/asio/batch.hpp>
#include <pgpipe/asio/detail/asks.hpp>
#include <pgpipe/asio/exclusive_connection.hpp>
#include <pgpipe/asio/transaction.hpp>

#include "begin_statement.hpp"
#include "copy_from_stdin.hpp"
#include "core.hpp"

namespace pgpipe::asio_client::detail {
namespace {

using pgpipe::detail::result_kind;

void note(std::optional<error>& failure, const statement_result& of) {
  if (of.failure() != nullptr && !failure) failure = *of.failure();
}

result<void> outcome_of(std::optional<error>& failure) {
  if (failure) return fail(*std::move(failure));
  return {};
}

result<void> refuse_copy(std::string_view sql) {
  if (!pgpipe::detail::is_copy_from_stdin(sql)) return {};
  return fail(error_category::usage, "COPY FROM STDIN is for copy_in()", retry_safety::safe);
}

result<statement_id> push_command(core& to, std::string_view sql) {
  return to.on().push_query(sql, {}, result_kind::lone_statement);
}

}  // namespace

result<statement_id> push_query(core& to, request& by, std::string_view sql, parameters arguments) {
  if (auto allowed = refuse_copy(sql); !allowed) return fail(std::move(allowed).error());
  if (to.on().cache().capacity() == 0) return to.on().push_query(sql, arguments, result_kind::lone_statement);
  const bool is_first = !by.asked;
  by.may_repeat = is_first;
  by.asked = true;
  return to.on().push_cached(sql, arguments, result_kind::lone_statement);
}

result<statement_id> push_execute(core& to, const prepared_statement& statement, parameters arguments) {
  return to.on().push_execute(statement, arguments, result_kind::lone_statement);
}

// --- statements -----------------------------------------------------------------------------------------------------

prepare_ask::prepare_ask(std::string_view sql, std::span<const std::uint32_t> types, result_format results)
    : sql_(sql), types_(types.begin(), types.end()), what_(std::make_shared<prepared_statement::description>()) {
  what_->results = results;
}

result<statement_id> prepare_ask::push(core& to, request& by) {
  static_cast<void>(by);
  return to.on().push_prepare(sql_, types_, what_);
}

void prepare_ask::take(statement_result&& each) { note(failure_, each); }

result<prepared_statement> prepare_ask::finish() {
  if (failure_) return fail(*std::move(failure_));
  return prepared_statement(std::move(what_));
}

void plain_ask::take(statement_result&& each) { note(failure_, each); }

result<void> plain_ask::finish() { return outcome_of(failure_); }

result<statement_id> close_statement_ask::push(core& to, request& by) {
  static_cast<void>(by);
  return to.on().push_close(statement_);
}

result<statement_id> check_ask::push(core& to, request& by) {
  static_cast<void>(by);
  return to.on().push_sync();
}

result<statement_id> exec_ask::push(core& to, request& by) {
  static_cast<void>(by);
  core_ = &to;
  to.simple_results().clear();
  return to.on().push_simple_query(sql_, to.simple_results());
}

void exec_ask::take(statement_result&& each) {
  results_.swap(core_->simple_results());
  note(failure_, each);
  if (!results_.empty()) note(failure_, results_.back());
}

result<std::vector<statement_result>> exec_ask::finish() {
  if (failure_) return fail(*std::move(failure_));
  return std::move(results_);
}

// --- COPY -----------------------------------------------------------------------------------------------------------

result<statement_id> copy_ask::push(core& to, request& by) {
  static_cast<void>(by);
  if (take_) {
    // Who does not wait any more is not told.
    auto pushed = to.on().push_copy_out(sql_, [weak = std::weak_ptr<taker>(take_)](std::span<const std::byte> data) {
      if (const auto take = weak.lock()) (*take)(data);
    });
    if (!pushed) return pushed;
    return to.on().push_sync();
  }
  if (auto pushed = to.on().push_copy_in(sql_); !pushed) return pushed;
  to.on().append_copy_data(std::as_bytes(std::span(data_)));
  to.on().write_copy_done();
  std::string().swap(data_);
  return to.on().push_sync();
}

void copy_ask::take(statement_result&& each) {
  if (!each.is_group()) rows_ = each.affected_rows();
  note(failure_, each);
}

result<std::uint64_t> copy_ask::finish() {
  if (failure_) return fail(*std::move(failure_));
  return rows_;
}

// --- batches --------------------------------------------------------------------------------------------------------

result<statement_id> push_item(core& to, bool alone, std::string_view sql, parameters arguments) {
  if (auto allowed = refuse_copy(sql); !allowed) return fail(std::move(allowed).error());
  return to.on().push_cached(sql, arguments, alone ? result_kind::lone_statement : result_kind::statement);
}

result<statement_id> push_item(core& to, bool alone, const prepared_statement& statement, parameters arguments) {
  return to.on().push_execute(statement, arguments, alone ? result_kind::lone_statement : result_kind::statement);
}

result<statement_id> batch_ask::push(core& to, request& by) {
  const bool alone = batch_.scope() == group_scope::isolated;
  results_.reserve(batch_.size() + 1);
  statement_id last = 0;
  for (std::size_t i = 0; i != batch_.size(); ++i) {
    result<statement_id> pushed = batch_[i].push(to, alone);
    if (pushed) {
      last = *pushed;
      continue;
    }
    by.spoilt = std::move(pushed).error();
    by.spoilt->add_context("statement " + std::to_string(i) + " of the batch");
    if (alone || last == 0) return last;
    return to.on().push_failing_sync();
  }
  if (!alone) return to.on().push_sync();
  return last;
}

// --- exclusive use --------------------------------------------------------------------------------------------------

result<statement_id> exclusive_ask::push(core& to, request& by) {
  static_cast<void>(by);
  lease_ = lease(to.shared_from_this(), to.grant());
  return 0;
}

void exclusive_ask::take(statement_result&& each) { static_cast<void>(each); }

result<exclusive_connection> exclusive_ask::finish() { return exclusive_connection(std::move(lease_)); }

begin_ask::begin_ask(const transaction_options& options) : sql_(pgpipe::detail::begin_statement(options)) {}

result<statement_id> begin_ask::push(core& to, request& by) {
  lease_ = lease(to.shared_from_this(), to.grant());
  by.lease = lease_.id();
  return push_command(to, sql_);
}

void begin_ask::take(statement_result&& each) { note(failure_, each); }

result<transaction> begin_ask::finish() {
  if (failure_) return fail(*std::move(failure_));
  return transaction(std::move(lease_));
}

result<statement_id> end_ask::push(core& to, request& by) const {
  static_cast<void>(by);
  to.end_lease();
  return push_command(to, commit_ ? "COMMIT" : "ROLLBACK");
}

void end_ask::take(statement_result&& each) {
  note(failure_, each);
  if (commit_ && !failure_ && each.command_tag() == "ROLLBACK") {
    failure_ =
        error(error_category::usage, "COMMIT ended in ROLLBACK: an earlier statement of the transaction had failed",
              retry_safety::safe);
  }
}

result<void> end_ask::finish() { return outcome_of(failure_); }

// --- notifications --------------------------------------------------------------------------------------------------

result<statement_id> notification_ask::push(core& to, request& by) {
  static_cast<void>(by);
  static_cast<void>(to.take_notification(received_));
  return 0;
}

void notification_ask::take(statement_result&& each) { static_cast<void>(each); }

}  // namespace pgpipe::asio_client::detail
