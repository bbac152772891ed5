#include <chrono>
#include <limits>
#include <string>
#include <utility>

#include <pgpipe/protocol/frontend.hpp>
#include <pgpipe/protocol/sql_scanner.hpp>

#include "bind_writer.hpp"
#include "deadline_error.hpp"
#include "interpolate.hpp"
#include "link.hpp"
#include "sql_words.hpp"

// What is different behind a pooler (pooler_mode.hpp).
namespace pgpipe::detail {
namespace {

// Statements that may change what quoting depends on.
bool may_change_settings(std::string_view sql) {
  const std::string first = word_of(skip_blanks(sql));
  if (first == "set" || first == "reset" || first == "discard") return true;
  protocol::sql_scanner scanner(sql);
  for (protocol::sql_token token = scanner.next(); token < protocol::sql_token::end; token = scanner.next()) {
    // word_of() stops at the underscore.
    if (word_of(scanner.text()) == "set" && scanner.text().size() == std::string_view("set_config").size()) return true;
  }
  return false;
}

}  // namespace

result<void> link::require_mode(bool allowed, std::string_view what) const {
  if (allowed) return {};
  return fail(error_category::usage,
              "pooler mode " + std::string(to_string(mode_)) + " has no place for " + std::string(what),
              retry_safety::safe);
}

result<void> link::set_pooler_mode(pooler_mode mode) {
  if (session_->status() != protocol::transaction_status::idle || session_->outstanding() != 0)
    return fail(error_category::usage, "the pooler mode cannot change within a transaction", retry_safety::safe);
  if (mode > pooler_mode::transaction_named && next_statement_name_ != 1) {
    return fail(error_category::usage,
                "pooler mode " + std::string(to_string(mode)) + " has to be set before any statement is prepared",
                retry_safety::safe);
  }
  mode_ = mode;
  detour_ = mode == pooler_mode::simple || watch_ != nullptr;
  cache_.forget_all();
  set_cache_capacity(cache_capacity_);
  return {};
}

// Notifications would reach whoever has the server connection then.
result<void> link::refuse_listen(std::string_view sql) const {
  if (mode_ == pooler_mode::session) return {};
  protocol::sql_scanner scanner(sql);
  bool first = true;
  for (protocol::sql_token token = scanner.next(); token < protocol::sql_token::end; token = scanner.next()) {
    if (first && word_of(scanner.text()) == "listen") return require_mode(false, "LISTEN");
    first = token == protocol::sql_token::semicolon;
  }
  return {};
}

result<void> link::settle(std::size_t max_stored_bytes) {
  while (session_->outstanding() != 0 && open_) {
    if (stored_bytes_ > max_stored_bytes) return fail(too_much_stored());
    if (until_ != net::no_deadline && std::chrono::steady_clock::now() >= until_) {
      expire();
      return fail(deadline_passed());
    }
    turn();
  }
  if (!open_) return fail(end_reason());
  unsettled_ = false;
  return {};
}

// --- what is not executed by name -----------------------------------------------------------------------------------

result<statement_id> link::push_pooled(std::string_view sql, parameters arguments, result_kind kind) {
  if (auto allowed = refuse_listen(sql); !allowed) return fail(std::move(allowed).error());
  if (mode_ == pooler_mode::simple) return push_interpolated(sql, arguments, kind);
  return push_query(sql, arguments, kind);
}

// A simple Query is a group of its own. The request bears the number of the group's result, which outlives that of the
// statement before it; a lone statement's result is both.
result<statement_id> link::push_interpolated(std::string_view sql, parameters arguments, result_kind kind) {
  if (unsettled_) {
    if (auto settled = settle(std::numeric_limits<std::size_t>::max()); !settled)
      return fail(std::move(settled).error());
  }
  const auto setting = [this](std::string_view name) -> std::string_view {
    const auto found = startup_.parameters.find(name);
    return found == startup_.parameters.end() ? std::string_view() : found->second;
  };
  const auto text = interpolate(sql, arguments,
                                {protocol::encoding_named(setting("client_encoding")),
                                 protocol::backslash_by(setting("standard_conforming_strings"))});
  if (!text) return fail(text.error());
  if (!protocol::query(session_->output(), *text)) return fail(cannot_be_said());
  unsettled_ = may_change_settings(sql);
  const statement_id id = results_.push(kind);
  session_->push(protocol::step_query, kind == result_kind::lone_statement ? id : results_.push(result_kind::group));
  return id;
}

// Answers to a simple Query of one statement; `to` is the group, or a lone statement.
void link::take_interpolated(statement_result& to, const protocol::event& event) {
  using protocol::event_kind;
  statement_result* const statement = to.is_group() ? results_.find(event.tag - 1) : &to;
  const bool open = statement != nullptr && statement->outcome() == statement_outcome::pending;
  switch (event.kind) {
    case event_kind::ready_for_query:
      if (open) result_builder(*statement).finish("");
      return take_ready(to, event);
    case event_kind::lost:
    case event_kind::not_sent:
      if (open && statement != &to) take_loss(*statement, event);
      return take_loss(to, event);
    case event_kind::row_description:
      if (statement != nullptr) take_interpolated_columns(*statement, event);
      return;
    case event_kind::data_row:
    case event_kind::command_complete:
      if (!open) return;
      break;
    default: break;
  }
  if (statement != nullptr) take_answer(*statement, event);
}

// A rule may make several results of one statement, of which the second cannot follow the first here.
void link::take_interpolated_columns(statement_result& to, const protocol::event& event) {
  if (to.outcome() == statement_outcome::pending && to.columns().empty() && to.empty()) return take_columns(to, event);
  stored_bytes_ -= result_builder(to).finish(
      statement_outcome::failed, {error_category::usage, "the statement gave several results: exec() takes them"});
}

}  // namespace pgpipe::detail
