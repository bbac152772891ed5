#include <string>
#include <utility>

#include <pgpipe/protocol/command_complete.hpp>
#include <pgpipe/protocol/error_response.hpp>
#include <pgpipe/protocol/parameter_description.hpp>

#include "bind_writer.hpp"
#include "link.hpp"

// What the answers to statements and groups do to their results; and the turns that bring them, here so that an event
// stays in registers on its way.
namespace pgpipe::detail {

[[gnu::cold]] void link::break_by_row(std::size_t fields, std::size_t described) {
  break_protocol("the server sent a row of " + std::to_string(fields) + " fields where " + std::to_string(described) +
                 " were described");
}

inline void link::take_row(statement_result& to, const protocol::event& event) {
  protocol::data_row_view row;
  if (!protocol::decode(event.body, row)) return break_protocol("the server sent a malformed DataRow");
  result_builder builder(to);
  const std::size_t described = builder.columns() == nullptr ? 0 : builder.columns()->size();
  if (row.size() != described || builder.columns() == nullptr) [[unlikely]]
    return break_by_row(row.size(), described);
  builder.add_row(row, event.body.size(), session_->pin());
  stored_bytes_ += event.body.size();
  if (row_has_arrived()) take_rows_behind(builder, described);
}

// The rest of a run of rows; what is wrong with one of them is for take_row() to say.
void link::take_rows_behind(result_builder& builder, std::size_t described) {
  std::size_t bytes = 0;
  session_->take_rows([&](std::span<const std::byte> body) {
    protocol::data_row_view row;
    if (!protocol::decode(body, row) || row.size() != described) [[unlikely]]
      return false;
    builder.add_row_behind(row);
    bytes += body.size();
    return true;
  });
  builder.add_row_bytes(bytes);
  stored_bytes_ += bytes;
}

inline void link::take_command_complete(statement_result& to, const protocol::event& event) {
  protocol::command_complete complete;
  if (!protocol::decode(event.body, complete)) return break_protocol("the server sent a malformed CommandComplete");
  result_builder(to).finish(complete.tag);
}

inline void link::take(const protocol::event& event) {
  using protocol::event_kind;
  statement_result* const to = results_.find(event.tag);
  if (to == nullptr) return take_unasked(event);
  if (detour_) [[unlikely]]
    return take_detour(*to, event);
  if (event.kind == event_kind::data_row) return take_row(*to, event);
  if (event.kind == event_kind::command_complete) return take_command_complete(*to, event);
  take_other(*to, event);
}

// What take() does, for what took a detour.
void link::take_answer(statement_result& to, const protocol::event& event) {
  using protocol::event_kind;
  if (event.kind == event_kind::data_row) return take_row(to, event);
  if (event.kind == event_kind::command_complete) return take_command_complete(to, event);
  take_other(to, event);
}

// Apart from rows and ends: what errors need to be made does not stand in the way of those.
void link::take_other(statement_result& to, const protocol::event& event) {
  using protocol::event_kind;
  switch (event.kind) {
    case event_kind::ready_for_query: return take_ready(to, event);
    case event_kind::row_description: return take_columns(to, event);
    case event_kind::parameter_description: return take_parameter_types(event);
    case event_kind::portal_suspended: return result_builder(to).suspend();
    case event_kind::empty_query_response:
    case event_kind::close_complete:
    case event_kind::parse_complete:
    case event_kind::bind_complete:
    case event_kind::no_data:
      if (event.kind == event_kind::no_data) finish_describing(event.tag);
      if (event.finished) result_builder(to).finish("");
      return;
    case event_kind::copy_in_response:
      if (!result_builder(to).is_copy_in()) refuse_copy(to, event);
      return;
    case event_kind::copy_out_response:
      if (!result_builder(to).is_copy_out()) refuse_copy(to, event);
      return;
    case event_kind::copy_both_response: return refuse_copy(to, event);
    case event_kind::copy_data:
      if (!copy_takers_.empty() && copy_takers_.front().of == event.tag) copy_takers_.front().take(event.body);
      return;
    case event_kind::error_response: return take_error(to, event);
    case event_kind::skipped:
      result_builder(to).finish(
          statement_outcome::skipped,
          {error_category::server, "skipped because of an earlier error in its group", retry_safety::safe});
      return;
    case event_kind::not_sent:
    case event_kind::lost: return take_loss(to, event);
    default: return take_unasked(event);
  }
}

void link::take_loss(statement_result& to, const protocol::event& event) {
  const bool sent = event.kind == protocol::event_kind::lost;
  // What the server said before it closed tells more than that it closed.
  error why = to.is_group() && to.failure() != nullptr ? *to.failure() : end_reason();
  why.set_safety(sent ? retry_safety::unknown : retry_safety::safe);
  result_builder builder(to);
  if (to.is_group()) {
    builder.finish(group_outcome::unknown);
    builder.set_failure(std::move(why));
    return;
  }
  builder.finish(group_outcome::unknown);
  if (to.outcome() == statement_outcome::failed) return;  // a lone statement, whose Sync was lost behind its error
  stored_bytes_ -= builder.finish(sent ? statement_outcome::unknown : statement_outcome::not_sent, std::move(why));
}

void link::take_columns(statement_result& to, const protocol::event& event) {
  if (!protocol::decode(event.body, scratch_columns_))
    return break_protocol("the server sent a malformed RowDescription");
  if (!last_columns_ || *last_columns_ != scratch_columns_) {
    last_columns_ = std::make_shared<const protocol::row_shape>(scratch_columns_);
  }
  if (describing* const one = described_by(event.tag); one != nullptr) {
    one->what->columns = last_columns_;
    if (one->what->results == result_format::binary_where_known) ask_for_binary(*one->what);
    finish_describing(event.tag);
  }
  result_builder(to).set_columns(last_columns_);
  if (event.finished) result_builder(to).finish("");
}

void link::take_parameter_types(const protocol::event& event) {
  describing* const one = described_by(event.tag);
  if (one == nullptr) return;
  protocol::parameter_description parameters;
  if (!protocol::decode(event.body, parameters))
    return break_protocol("the server sent a malformed ParameterDescription");
  for (std::size_t i = 0; i != parameters.size(); ++i) {
    one->what->parameter_types.push_back(parameters.type(i));
  }
}

void link::take_error(statement_result& to, const protocol::event& event) {
  server_message message;
  if (!protocol::decode(event.body, message)) return break_protocol("the server sent a malformed ErrorResponse");
  // The server refused it, so nothing of it took effect.
  error why(std::move(message), retry_safety::safe);
  forget_stale(why);
  result_builder builder(to);
  if (to.is_group()) return builder.set_failure(std::move(why));
  stored_bytes_ -= builder.finish(statement_outcome::failed, std::move(why));
}

void link::take_ready(statement_result& to, const protocol::event& event) {
  using protocol::transaction_status;
  group_outcome outcome = group_outcome::in_transaction;
  if (event.status == transaction_status::failed) outcome = group_outcome::failed_transaction;
  if (event.status == transaction_status::idle) {
    outcome = event.group_failed ? group_outcome::rolled_back : group_outcome::committed;
  }
  result_builder builder(to);
  if (!to.is_group() && to.outcome() == statement_outcome::pending) builder.finish("");
  builder.finish(outcome);
}

void link::refuse_copy(statement_result& to, const protocol::event& event) {
  if (event.kind == protocol::event_kind::copy_in_response) {
    return session_->refuse_copy_in("COPY FROM STDIN is for copy_in and pipeline::push_copy_in()");
  }
  if (event.kind == protocol::event_kind::copy_both_response) return break_protocol("the server began a replication");
  result_builder(to).set_failure(
      {error_category::usage, "COPY TO STDOUT is for copy_out and pipeline::push_copy_out(): its data was dropped"});
}

// A simple Query's statements are results of their own, in order; the request's own result is that of the group.
void link::take_simple(statement_result& group, const protocol::event& event) {
  using protocol::event_kind;
  switch (event.kind) {
    case event_kind::data_row: return take_row(current_simple(event.tag), event);
    case event_kind::row_description: {
      // A rule's SELECTs are results of their own, of which only the last has a command tag.
      statement_result& current = current_simple(event.tag);
      if (!current.columns().empty()) result_builder(current).finish("");
      return take_columns(current_simple(event.tag), event);
    }
    case event_kind::command_complete: return take_command_complete(current_simple(event.tag), event);
    case event_kind::empty_query_response: return result_builder(current_simple(event.tag)).finish("");
    case event_kind::error_response: return take_error(current_simple(event.tag), event);
    case event_kind::copy_in_response:
      if (copy_in_ready == nullptr) return refuse_copy(current_simple(event.tag), event);
      *copy_in_ready = true;
      return;
    case event_kind::copy_out_response:
      if (!on_copy_data) refuse_copy(current_simple(event.tag), event);
      return;
    case event_kind::copy_both_response: return refuse_copy(current_simple(event.tag), event);
    case event_kind::ready_for_query:
    case event_kind::lost:
    case event_kind::not_sent:
      for (statement_result& each : *std::exchange(simple_results_, nullptr))
        stored_bytes_ -= result_builder(each).row_bytes();
      return event.kind == event_kind::ready_for_query ? take_ready(group, event) : take_loss(group, event);
    default: return take_unasked(event);
  }
}

statement_result& link::current_simple(statement_id id) {
  if (simple_results_->empty() || !result_builder(simple_results_->back()).is_pending()) {
    result_builder(simple_results_->emplace_back()).start(id, result_kind::statement);
  }
  return simple_results_->back();
}

// False when nothing more can be said before more bytes arrive, or ever.
[[gnu::always_inline]] inline bool link::take_next() {
  const protocol::event event = session_->next_event();
  if (event.kind == protocol::event_kind::need_input) return false;
  if (event.kind == protocol::event_kind::closed) {
    open_ = false;
    return false;
  }
  take(event);
  return true;
}

bool link::take_event() { return take_next(); }

// What is not for the statement result that its tag names.
void link::take_detour(statement_result& to, const protocol::event& event) {
  if (watch_) watch_->answered(to, event, mode_ == pooler_mode::simple);
  if (event.tag <= abandoned_up_to_) return take_abandoned(event);
  if (simple_results_ != nullptr && event.tag == simple_query_) return take_simple(to, event);
  if (mode_ == pooler_mode::simple) return take_interpolated(to, event);
  detour_ = simple_results_ != nullptr || watch_ != nullptr;
  take_answer(to, event);
}

bool link::turn() {
  if (take_next()) {
    // Once the connection has ended, nothing is gained by waiting with the news.
    while (session_->failure() && take_event()) {
    }
    return true;
  }
  if (!open_) return false;
  if (until_ != net::no_deadline) [[unlikely]]
    return turn_until();
  send_some();
  if ((session_->output().pending_bytes() != 0 || stream_.has_unsent()) && !output_broken_) {
    wait_both_ways();
  } else {
    receive_some(true);
  }
  return true;
}

// Takes no event beyond those of the front: what its owner reads next is then still in the cache.
void link::wait_front() {
  if (results_.empty()) return;
  const result_builder front(results_.front());  // stays where it is, whatever is pushed meanwhile
  while (front.is_pending()) {
    if (take_next() && !session_->failure()) [[likely]]
      continue;
    if (!turn()) return;
  }
}

}  // namespace pgpipe::detail
