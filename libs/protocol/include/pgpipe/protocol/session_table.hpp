#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <pgpipe/protocol/message_type.hpp>

// The rules of this file:
//  1. What the server may answer, and what becomes of it, stands in `transitions` and nowhere else.
//  2. A pair of state and message that is not listed breaks the protocol: step is lost and the connection with it.
//  3. NoticeResponse, NotificationResponse and ParameterStatus are no rows: they may arrive in any state, and never
//     change it (manual, "Asynchronous Operations").
namespace pgpipe::protocol {

// What the session waits for. The first nine are the steps that a request may consist of, in the order in which the
// server answers them; the others lie inside a step, or between requests.
enum class state : std::uint8_t {
  close,               // CloseComplete
  parse,               // ParseComplete
  describe_statement,  // ParameterDescription
  bind,                // BindComplete
  describe_portal,     // RowDescription or NoData
  execute,             // the first answer to Execute
  sync,                // ReadyForQuery; a FunctionCall that was answered waits for it here, too
  query,               // simple Query: the next statement's answer, or ReadyForQuery
  function_call,       // FunctionCallResponse

  describe_rows,  // ParameterDescription has come: RowDescription or NoData
  rows,           // Execute: further rows
  copy_in,        // Execute of COPY FROM STDIN: the end of the statement
  copy_out,       // Execute of COPY TO STDOUT: data
  copy_out_done,  // CopyDone has come
  copy_both,      // streaming replication
  query_rows,
  query_copy_in,
  query_copy_out,
  query_copy_out_done,
  query_copy_both,
  await_ready,  // a simple Query or FunctionCall has failed: ReadyForQuery
  discard,      // an extended request failed: the server skips all up to Sync and says nothing until ReadyForQuery
  idle,         // nothing is asked
  count,

  next_step,  // only in `transitions`: the request's next step, or its end
};

inline constexpr std::size_t state_count = static_cast<std::size_t>(state::count);

// What the session reports.
enum class event_kind : std::uint8_t {
  need_input,  // nothing more can be said before more bytes arrive

  // answers to the request at the front of the queue
  parse_complete,
  close_complete,
  bind_complete,  // only where it ends its request: Execute's answer says as much
  parameter_description,
  row_description,
  no_data,
  data_row,
  portal_suspended,
  command_complete,
  empty_query_response,
  copy_in_response,
  copy_out_response,
  copy_both_response,
  copy_data,
  copy_done,
  function_call_response,
  error_response,

  // fates that no message announces
  skipped,   // an earlier error of the same group made the server skip this request (all of it but its own Sync)
  not_sent,  // the connection ended before a byte of this request left
  lost,      // the connection ended after the request was sent, wholly or in part: its end is not known

  ready_for_query,  // the end of a group: of a Sync, a simple Query or a FunctionCall

  // may come at any time
  notice_response,
  notification_response,
  parameter_status,
  unasked_error,  // an ErrorResponse that answers no request: the server is about to close the connection

  closed,  // the connection has ended and every request has had its fate; session::failure() says why
};

struct transition {
  state in;
  backend message;
  event_kind report;
  state next;
};

inline constexpr std::array transitions = {
    transition{state::close, backend::close_complete, event_kind::close_complete, state::next_step},
    transition{state::parse, backend::parse_complete, event_kind::parse_complete, state::next_step},
    transition{state::bind, backend::bind_complete, event_kind::bind_complete, state::next_step},

    transition{state::describe_statement, backend::parameter_description, event_kind::parameter_description,
               state::describe_rows},
    transition{state::describe_rows, backend::row_description, event_kind::row_description, state::next_step},
    transition{state::describe_rows, backend::no_data, event_kind::no_data, state::next_step},
    transition{state::describe_portal, backend::row_description, event_kind::row_description, state::next_step},
    transition{state::describe_portal, backend::no_data, event_kind::no_data, state::next_step},

    transition{state::execute, backend::data_row, event_kind::data_row, state::rows},
    transition{state::execute, backend::command_complete, event_kind::command_complete, state::next_step},
    transition{state::execute, backend::empty_query_response, event_kind::empty_query_response, state::next_step},
    transition{state::execute, backend::portal_suspended, event_kind::portal_suspended, state::next_step},
    transition{state::execute, backend::copy_in_response, event_kind::copy_in_response, state::copy_in},
    transition{state::execute, backend::copy_out_response, event_kind::copy_out_response, state::copy_out},
    transition{state::execute, backend::copy_both_response, event_kind::copy_both_response, state::copy_both},
    transition{state::rows, backend::data_row, event_kind::data_row, state::rows},
    transition{state::rows, backend::command_complete, event_kind::command_complete, state::next_step},
    transition{state::rows, backend::portal_suspended, event_kind::portal_suspended, state::next_step},
    transition{state::copy_in, backend::command_complete, event_kind::command_complete, state::next_step},
    transition{state::copy_out, backend::copy_data, event_kind::copy_data, state::copy_out},
    transition{state::copy_out, backend::copy_done, event_kind::copy_done, state::copy_out_done},
    transition{state::copy_out_done, backend::command_complete, event_kind::command_complete, state::next_step},
    transition{state::copy_both, backend::copy_data, event_kind::copy_data, state::copy_both},
    transition{state::copy_both, backend::copy_done, event_kind::copy_done, state::copy_both},
    transition{state::copy_both, backend::command_complete, event_kind::command_complete, state::next_step},

    transition{state::query, backend::row_description, event_kind::row_description, state::query_rows},
    transition{state::query, backend::command_complete, event_kind::command_complete, state::query},
    transition{state::query, backend::empty_query_response, event_kind::empty_query_response, state::query},
    transition{state::query, backend::copy_in_response, event_kind::copy_in_response, state::query_copy_in},
    transition{state::query, backend::copy_out_response, event_kind::copy_out_response, state::query_copy_out},
    transition{state::query, backend::copy_both_response, event_kind::copy_both_response, state::query_copy_both},
    transition{state::query, backend::ready_for_query, event_kind::ready_for_query, state::next_step},
    transition{state::query_rows, backend::data_row, event_kind::data_row, state::query_rows},
    transition{state::query_rows, backend::command_complete, event_kind::command_complete, state::query},
    // The SELECTs that a rule adds to a statement show their rows one behind the other; one CommandComplete ends them
    // all.
    transition{state::query_rows, backend::row_description, event_kind::row_description, state::query_rows},
    transition{state::query_copy_in, backend::command_complete, event_kind::command_complete, state::query},
    transition{state::query_copy_out, backend::copy_data, event_kind::copy_data, state::query_copy_out},
    transition{state::query_copy_out, backend::copy_done, event_kind::copy_done, state::query_copy_out_done},
    transition{state::query_copy_out_done, backend::command_complete, event_kind::command_complete, state::query},
    // Replication: a base backup's last archive is followed by a result, before PostgreSQL 15 by the next archive; the
    // end of a replicated timeline by a result.
    transition{state::query_copy_out_done, backend::row_description, event_kind::row_description, state::query_rows},
    transition{state::query_copy_out_done, backend::copy_out_response, event_kind::copy_out_response,
               state::query_copy_out},
    transition{state::query_copy_both, backend::row_description, event_kind::row_description, state::query_rows},
    transition{state::query_copy_both, backend::copy_data, event_kind::copy_data, state::query_copy_both},
    transition{state::query_copy_both, backend::copy_done, event_kind::copy_done, state::query_copy_both},
    transition{state::query_copy_both, backend::command_complete, event_kind::command_complete, state::query},

    transition{state::function_call, backend::function_call_response, event_kind::function_call_response, state::sync},
    transition{state::await_ready, backend::ready_for_query, event_kind::ready_for_query, state::next_step},
    transition{state::sync, backend::ready_for_query, event_kind::ready_for_query, state::next_step},
    transition{state::discard, backend::ready_for_query, event_kind::ready_for_query, state::next_step},

    // An error ends its request. In the extended protocol the server then waits for Sync; an error that comes when only
    // the Sync is open (a deferred constraint, a failing commit) belongs to the Sync, and ReadyForQuery follows. What a
    // failed request is told further is the server's farewell.
    transition{state::close, backend::error_response, event_kind::error_response, state::discard},
    transition{state::parse, backend::error_response, event_kind::error_response, state::discard},
    transition{state::describe_statement, backend::error_response, event_kind::error_response, state::discard},
    transition{state::describe_rows, backend::error_response, event_kind::error_response, state::discard},
    transition{state::bind, backend::error_response, event_kind::error_response, state::discard},
    transition{state::describe_portal, backend::error_response, event_kind::error_response, state::discard},
    transition{state::execute, backend::error_response, event_kind::error_response, state::discard},
    transition{state::rows, backend::error_response, event_kind::error_response, state::discard},
    transition{state::copy_in, backend::error_response, event_kind::error_response, state::discard},
    transition{state::copy_out, backend::error_response, event_kind::error_response, state::discard},
    transition{state::copy_out_done, backend::error_response, event_kind::error_response, state::discard},
    transition{state::copy_both, backend::error_response, event_kind::error_response, state::discard},
    transition{state::sync, backend::error_response, event_kind::error_response, state::sync},
    transition{state::query, backend::error_response, event_kind::error_response, state::await_ready},
    transition{state::query_rows, backend::error_response, event_kind::error_response, state::await_ready},
    transition{state::query_copy_in, backend::error_response, event_kind::error_response, state::await_ready},
    transition{state::query_copy_out, backend::error_response, event_kind::error_response, state::await_ready},
    transition{state::query_copy_out_done, backend::error_response, event_kind::error_response, state::await_ready},
    transition{state::query_copy_both, backend::error_response, event_kind::error_response, state::await_ready},
    transition{state::function_call, backend::error_response, event_kind::error_response, state::await_ready},
    transition{state::await_ready, backend::error_response, event_kind::unasked_error, state::await_ready},
    transition{state::discard, backend::error_response, event_kind::unasked_error, state::discard},
    transition{state::idle, backend::error_response, event_kind::unasked_error, state::idle},
};

}  // namespace pgpipe::protocol
