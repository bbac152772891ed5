#include "link.hpp"

#include <array>
#include <cerrno>
#include <utility>

#include <pgpipe/protocol/command_complete.hpp>
#include <pgpipe/protocol/error_response.hpp>
#include <pgpipe/protocol/frontend.hpp>
#include <pgpipe/protocol/notification_response.hpp>
#include <pgpipe/protocol/parameter_description.hpp>
#include <pgpipe/protocol/parameter_status.hpp>

#include "describes_once.hpp"

namespace pgpipe::detail {
namespace {

// What one sendmsg() carries at most.
constexpr std::size_t pieces_at_once = 16;

// The wire counts parameters in 16 unsigned bits.
constexpr std::size_t greatest_parameter_count = 65535;

error too_many_parameters() {
  return {error_category::usage, "a statement has at most 65535 parameters", retry_safety::safe};
}

error cannot_be_said() {
  return {error_category::usage, "the statement holds a zero byte, or is longer than 2 GB", retry_safety::safe};
}

// Formats are said only where one is not text, as libpq does.
template <typename TypeOf>
void write_formats(protocol::message_writer& message, parameters arguments, TypeOf type_of) {
  std::size_t last_binary = arguments.size();
  while (last_binary != 0 && arguments[last_binary - 1].format_for(type_of(last_binary - 1)) == format::text) {
    --last_binary;
  }
  if (last_binary == 0) return message.uint2(0);
  message.uint2(static_cast<std::uint16_t>(arguments.size()));
  for (std::size_t i = 0; i != arguments.size(); ++i) {
    message.int2(static_cast<std::int16_t>(arguments[i].format_for(type_of(i))));
  }
}

// The rest of a Bind, from the formats of its parameters on. `types` are those that the server told, or empty where the
// arguments say their own.
result<void> finish_bind(protocol::message_writer& message, parameters arguments,
                         std::span<const std::uint32_t> types) {
  const auto type_of = [&](std::size_t i) { return types.empty() ? arguments[i].type() : types[i]; };
  const auto count = static_cast<std::uint16_t>(arguments.size());
  write_formats(message, arguments, type_of);
  message.uint2(count);
  for (std::size_t i = 0; i != count; ++i) {
    const std::size_t at = message.position();
    message.int4(-1);
    if (arguments[i].is_null()) continue;
    auto written = arguments[i].encode(message, type_of(i), arguments[i].format_for(type_of(i)));
    if (!written) {
      written.error().add_context("parameter $" + std::to_string(i + 1)).set_safety(retry_safety::safe);
      return written;
    }
    message.patch_int4(at, static_cast<std::int32_t>(message.position() - at - 4));
  }
  message.int2(1);  // all results as text
  message.int2(static_cast<std::int16_t>(format::text));
  if (!message.finish()) return fail(cannot_be_said());
  return {};
}

std::vector<std::byte> copy_of(const output_buffer& built) {
  const std::span<const std::byte> bytes = built.pending();
  return {bytes.begin(), bytes.end()};
}

// What executions of a statement have in common.
void prebuild(prepared_statement::description& what) {
  chunk_pool pool;
  output_buffer out(pool);
  protocol::message_writer bind(out, protocol::frontend::bind);
  bind.string("");
  bind.string(what.name);
  std::ignore = bind.finish();
  what.bind_head = copy_of(out);
  out.commit(out.pending_bytes());
  if (!what.described_once) std::ignore = protocol::describe(out, protocol::object_kind::portal, "");
  std::ignore = protocol::execute(out);
  what.execute = copy_of(out);
  out.commit(out.pending_bytes());
  protocol::message_writer bind_nothing(out, what.bind_head);
  std::ignore = finish_bind(bind_nothing, {}, {});
  out.append(what.execute);
  what.bind_nothing_execute = copy_of(out);
}

error wrong_parameter_count(std::size_t wanted, std::size_t given) {
  return {error_category::usage,
          "the statement has " + std::to_string(wanted) + " parameters, " + std::to_string(given) + " were given",
          retry_safety::safe};
}

}  // namespace

link::link(std::unique_ptr<chunk_pool> pool, std::unique_ptr<protocol::session> session, net::stream stream,
           protocol::startup_result startup)
    : pool_(std::move(pool)), session_(std::move(session)), stream_(std::move(stream)), startup_(std::move(startup)) {}

link::~link() { close(); }

// --- pushing --------------------------------------------------------------------------------------------------------

inline statement_id link::add(unsigned steps, result_kind kind,
                              const std::shared_ptr<const protocol::row_shape>* columns) {
  const statement_id id = results_.push(kind, columns);
  if (kind == result_kind::lone_statement) {
    protocol::sync(session_->output());
    steps |= protocol::step_sync;
  }
  session_->push(steps, id);
  return id;
}

result<statement_id> link::push_execute(const prepared_statement& statement, parameters arguments, result_kind kind) {
  const prepared_statement::description& what = statement.what();
  if (arguments.size() != what.parameter_types.size()) [[unlikely]]
    return fail(wrong_parameter_count(what.parameter_types.size(), arguments.size()));
  output_buffer& out = session_->output();
  if (arguments.empty()) {
    out.append(what.bind_nothing_execute);
  } else {
    protocol::message_writer bind(out, what.bind_head);
    if (auto written = finish_bind(bind, arguments, what.parameter_types); !written) [[unlikely]]
      return fail(std::move(written).error());
    out.append(what.execute);
  }
  if (what.described_once) return add(protocol::step_bind | protocol::step_execute, kind, &what.columns);
  return add(protocol::step_bind | protocol::step_describe_portal | protocol::step_execute, kind);
}

result<statement_id> link::push_query(std::string_view sql, parameters arguments, result_kind kind) {
  output_buffer& out = session_->output();
  if (arguments.size() > greatest_parameter_count) return fail(too_many_parameters());
  argument_types_.clear();
  bool any_declared = false;
  for (const parameter& each : arguments) {
    argument_types_.push_back(each.type());
    any_declared = any_declared || each.type() != 0;
  }
  if (!any_declared) argument_types_.clear();
  const std::uint64_t before = out.appended_total();
  if (!protocol::parse(out, "", sql, argument_types_)) return fail(cannot_be_said());
  protocol::message_writer bind(out, protocol::frontend::bind);
  bind.string("");
  bind.string("");
  if (auto written = finish_bind(bind, arguments, {}); !written) {
    out.truncate(before);
    return fail(std::move(written).error());
  }
  std::ignore = protocol::describe(out, protocol::object_kind::portal, "");
  std::ignore = protocol::execute(out);
  return add(protocol::step_parse | protocol::step_bind | protocol::step_describe_portal | protocol::step_execute,
             kind);
}

result<statement_id> link::push_sync() {
  const statement_id id = results_.push(result_kind::group);
  session_->sync(id);
  return id;
}

result<statement_id> link::push_simple_query(std::string_view sql, std::vector<statement_result>& simple_results) {
  if (!protocol::query(session_->output(), sql)) return fail(cannot_be_said());
  simple_results_ = &simple_results;
  return add(protocol::step_query, result_kind::group);
}

result<statement_id> link::push_prepare(std::string_view sql, std::span<const std::uint32_t> types,
                                        prepared_statement::description& description) {
  description.name = "pgpipe_" + std::to_string(next_statement_name_++);
  description.described_once = describes_once(sql);
  prebuild(description);
  output_buffer& out = session_->output();
  if (!protocol::parse(out, description.name, sql, types)) return fail(cannot_be_said());
  std::ignore = protocol::describe(out, protocol::object_kind::statement, description.name);
  description_ = &description;
  return add(protocol::step_parse | protocol::step_describe_statement, result_kind::lone_statement);
}

result<statement_id> link::push_close(const prepared_statement& statement) {
  std::ignore = protocol::close(session_->output(), protocol::object_kind::statement, statement.name());
  return add(protocol::step_close, result_kind::lone_statement);
}

// --- moving bytes ---------------------------------------------------------------------------------------------------

void link::send_some() {
  while (!output_broken_ && open_) {
    output_buffer& out = session_->output();
    const std::size_t offered = out.pending_bytes();
    if (offered == 0) break;
    const std::span<const std::byte> oldest = out.pending();
    const net::transfer sent = oldest.size() == offered ? stream_.try_send(oldest) : send_pieces();
    if (sent.ok()) {
      out.commit(sent.bytes);
      if (sent.bytes < oldest.size()) break;  // the kernel is full
      continue;
    }
    // What the server said before it closed still waits to be read; the end of the input will tell.
    if (sent.status != net::transfer_status::would_block) output_broken_ = true;
    break;
  }
}

net::transfer link::send_pieces() {
  std::array<std::span<const std::byte>, pieces_at_once> pieces;
  const std::size_t count = session_->output().pending(pieces);
  return stream_.try_send(std::span(pieces).first(count));
}

void link::receive_some(bool wait) {
  const std::span<std::byte> room = session_->prepare_input();
  const net::transfer received = wait ? stream_.receive(room) : stream_.try_receive(room);
  switch (received.status) {
    case net::transfer_status::ok: session_->commit_input(received.bytes); break;
    case net::transfer_status::would_block:
    case net::transfer_status::timed_out: break;
    case net::transfer_status::eof:
      on_input_end({error_category::closed, "the server closed the connection unexpectedly"});
      break;
    case net::transfer_status::error:
      // A server that closes with bytes of ours unread resets the connection: that is its end, however it is told.
      if (received.error_number == ECONNRESET) {
        on_input_end({error_category::closed, "the server closed the connection unexpectedly"});
      } else {
        on_input_end(stream_.to_error(received));
      }
      break;
  }
}

// False when nothing more can be said before more bytes arrive, or ever.
inline bool link::take_event() {
  const protocol::event event = session_->next_event();
  if (event.kind == protocol::event_kind::need_input) return false;
  if (event.kind == protocol::event_kind::closed) {
    open_ = false;
    return false;
  }
  take(event);
  return true;
}

// Neither direction waits for the other: while there is something to send that the kernel does not take, whatever has
// arrived is read.
void link::wait_both_ways() {
  const net::wait_outcome outcome = stream_.wait(net::interest::both);
  if (net::includes(outcome.ready, net::interest::readable)) receive_some(false);
}

bool link::turn() {
  if (take_event()) {
    // Once the connection has ended, nothing is gained by waiting with the news.
    while (session_->failure() && take_event()) {
    }
    return true;
  }
  if (!open_) return false;
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
  while (!results_.empty() && result_builder(results_.front()).is_pending() && turn()) {
  }
}

void link::wait_for(statement_id id) {
  for (;;) {
    statement_result* wanted = results_.find(id);
    if (wanted == nullptr || !result_builder(*wanted).is_pending() || !turn()) return;
  }
}

result<void> link::relieve_now(std::size_t max_stored_bytes) {
  send_some();
  while (session_->output().pending_bytes() >= output_high_water && open_ && !output_broken_) {
    if (stored_bytes_ > max_stored_bytes) {
      return fail(error_category::usage,
                  "statement " + std::to_string(results_.front().id()) + " and those behind it have " +
                      std::to_string(stored_bytes_) +
                      " bytes of rows that nobody reads: take results before more is pushed",
                  retry_safety::safe);
    }
    wait_both_ways();
    while (take_event()) {
    }
    send_some();
  }
  return {};
}

void link::on_input_end(error reason) {
  if (last_words_) reason = std::move(*last_words_);
  last_words_.reset();
  session_->end_of_input(std::move(reason));
}

void link::break_protocol(std::string_view text) { session_->fail(error(error_category::protocol, std::string(text))); }

error link::end_reason() const {
  if (session_->failure()) return *session_->failure();
  return {error_category::closed, "the connection is closed"};
}

void link::close() {
  if (!open_) return;
  open_ = false;
  if (!output_broken_ && session_->output().pending_bytes() == 0) {
    protocol::terminate(session_->output());
    std::array<std::span<const std::byte>, 1> piece{session_->output().pending()};
    std::ignore = stream_.try_send(piece);
  }
  stream_.close();
}

// --- state ----------------------------------------------------------------------------------------------------------

result<void> link::require_idle() const {
  if (!open_) return fail(end_reason());
  if (!results_.empty()) {
    return fail(error_category::usage, "a pipeline with results not taken yet is open on this connection",
                retry_safety::safe);
  }
  return {};
}

void link::pop_front() {
  stored_bytes_ -= result_builder(results_.front()).row_bytes();
  results_.pop();
}

statement_result link::take_front() {
  stored_bytes_ -= result_builder(results_.front()).row_bytes();
  statement_result taken = std::move(results_.front());
  results_.pop();
  return taken;
}

// --- events ---------------------------------------------------------------------------------------------------------

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
}

inline void link::take_command_complete(statement_result& to, const protocol::event& event) {
  protocol::command_complete complete;
  if (!protocol::decode(event.body, complete)) return break_protocol("the server sent a malformed CommandComplete");
  result_builder(to).finish(complete.tag);
}

void link::take(const protocol::event& event) {
  using protocol::event_kind;
  statement_result* const to = results_.find(event.tag);
  if (to == nullptr) return take_unasked(event);
  if (simple_results_ != nullptr) return take_simple(*to, event);
  switch (event.kind) {
    case event_kind::data_row: return take_row(*to, event);
    case event_kind::command_complete: return take_command_complete(*to, event);
    case event_kind::ready_for_query: return take_ready(*to, event);
    case event_kind::row_description: return take_columns(*to, event);
    case event_kind::parameter_description: return take_parameter_types(event);
    case event_kind::empty_query_response:
    case event_kind::portal_suspended:
    case event_kind::close_complete:
    case event_kind::parse_complete:
    case event_kind::bind_complete:
    case event_kind::no_data:
      if (event.finished) result_builder(*to).finish("");
      return;
    case event_kind::copy_in_response:
    case event_kind::copy_out_response:
    case event_kind::copy_both_response: return refuse_copy(*to, event);
    case event_kind::error_response: return take_error(*to, event);
    case event_kind::skipped:
      return result_builder(*to).finish(
          statement_outcome::skipped,
          {error_category::server, "skipped because of an earlier error in its group", retry_safety::safe});
    case event_kind::not_sent:
    case event_kind::lost: return take_loss(*to, event);
    default: return take_unasked(event);
  }
}

void link::take_loss(statement_result& to, const protocol::event& event) {
  const bool sent = event.kind == protocol::event_kind::lost;
  error why = end_reason();
  why.set_safety(sent ? retry_safety::unknown : retry_safety::safe);
  result_builder builder(to);
  if (to.is_group()) {
    builder.finish(group_outcome::unknown);
    builder.set_failure(std::move(why));
    return;
  }
  builder.finish(group_outcome::unknown);
  if (to.outcome() == statement_outcome::failed) return;  // a lone statement, whose Sync was lost behind its error
  stored_bytes_ -= builder.row_bytes();
  builder.finish(sent ? statement_outcome::unknown : statement_outcome::not_sent, std::move(why));
}

// What answers no statement, or no statement alone.
void link::take_unasked(const protocol::event& event) {
  using protocol::event_kind;
  switch (event.kind) {
    case event_kind::notice_response: {
      server_message notice;
      if (!protocol::decode(event.body, notice)) return break_protocol("the server sent a malformed NoticeResponse");
      if (on_notice) on_notice(notice);
      return;
    }
    case event_kind::notification_response: {
      protocol::notification_response notification;
      if (!protocol::decode(event.body, notification)) {
        return break_protocol("the server sent a malformed NotificationResponse");
      }
      if (on_notification) on_notification(notification.process_id, notification.channel, notification.payload);
      return;
    }
    case event_kind::parameter_status: {
      protocol::parameter_status parameter;
      if (!protocol::decode(event.body, parameter)) {
        return break_protocol("the server sent a malformed ParameterStatus");
      }
      startup_.parameters.insert_or_assign(std::string(parameter.name), std::string(parameter.value));
      return;
    }
    case event_kind::unasked_error: {
      server_message message;
      if (protocol::decode(event.body, message)) last_words_.emplace(std::move(message));
      return;
    }
    case event_kind::copy_data:
      if (on_copy_data) on_copy_data(event.body);
      return;
    default: return;
  }
}

void link::take_columns(statement_result& to, const protocol::event& event) {
  if (!protocol::decode(event.body, scratch_columns_))
    return break_protocol("the server sent a malformed RowDescription");
  if (!last_columns_ || *last_columns_ != scratch_columns_) {
    last_columns_ = std::make_shared<const protocol::row_shape>(scratch_columns_);
  }
  if (description_ != nullptr) description_->columns = last_columns_;
  result_builder(to).set_columns(last_columns_);
  if (event.finished) result_builder(to).finish("");
}

void link::take_parameter_types(const protocol::event& event) {
  if (description_ == nullptr) return;
  protocol::parameter_description parameters;
  if (!protocol::decode(event.body, parameters))
    return break_protocol("the server sent a malformed ParameterDescription");
  for (std::size_t i = 0; i != parameters.size(); ++i) {
    description_->parameter_types.push_back(parameters.type(i));
  }
}

void link::take_error(statement_result& to, const protocol::event& event) {
  server_message message;
  if (!protocol::decode(event.body, message)) return break_protocol("the server sent a malformed ErrorResponse");
  // The server refused it, so nothing of it took effect.
  error why(std::move(message), retry_safety::safe);
  result_builder builder(to);
  if (to.is_group()) return builder.set_failure(std::move(why));
  stored_bytes_ -= builder.row_bytes();
  builder.finish(statement_outcome::failed, std::move(why));
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
    return session_->refuse_copy_in("COPY FROM STDIN is for copy_in()");
  }
  if (event.kind == protocol::event_kind::copy_both_response) return break_protocol("the server began a replication");
  result_builder(to).set_failure({error_category::usage, "COPY TO STDOUT is for copy_out(): its data was dropped"});
}

// A simple Query's statements are results of their own, in order; the request's own result is that of the group.
void link::take_simple(statement_result& group, const protocol::event& event) {
  using protocol::event_kind;
  switch (event.kind) {
    case event_kind::data_row: return take_row(current_simple(event.tag), event);
    case event_kind::row_description: return take_columns(current_simple(event.tag), event);
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
      simple_results_ = nullptr;
      stored_bytes_ = 0;
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

}  // namespace pgpipe::detail
