#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <pgpipe/base/chunk.hpp>
#include <pgpipe/base/result.hpp>
#include <pgpipe/client/bound_portal.hpp>
#include <pgpipe/client/cancel_token.hpp>
#include <pgpipe/client/parameter.hpp>
#include <pgpipe/client/pooler_mode.hpp>
#include <pgpipe/client/prepared_statement.hpp>
#include <pgpipe/net/stream.hpp>
#include <pgpipe/protocol/frontend.hpp>
#include <pgpipe/protocol/session.hpp>
#include <pgpipe/protocol/startup.hpp>

#include "link_watch.hpp"
#include "result_queue.hpp"
#include "statement_cache.hpp"

namespace pgpipe::detail {

// A session, the stream that carries it, and the results that come of it: what a connection, its pipelines and its
// copies work on. Push functions write and queue, and send nothing unless the output has reached its high-water mark;
// wait functions move bytes in both directions until what they wait for has come.
class link {
 public:
  link(std::unique_ptr<chunk_pool> pool, std::unique_ptr<protocol::session> session, net::stream stream,
       protocol::startup_result startup);
  link(const link&) = delete;
  link& operator=(const link&) = delete;
  ~link();

  // --- pushing: the id of the statement or group, or an error and nothing pushed -----------------------------------

  // A lone statement brings its own Sync; one of a pipeline awaits push_sync().
  result<statement_id> push_execute(const prepared_statement& statement, parameters arguments, result_kind kind);
  // Parse, Bind, Describe and Execute of the unnamed statement.
  result<statement_id> push_query(std::string_view sql, parameters arguments, result_kind kind);
  // The same through the statement cache, where it has a capacity and the statement keeps its columns.
  result<statement_id> push_cached(std::string_view sql, parameters arguments, result_kind kind);
  // A lone statement through the cache, to its end; again when the server has lost it or its plan has gone stale, and
  // nothing stands against that.
  result<statement_result> query_alone(std::string_view sql, parameters arguments);
  [[nodiscard]] statement_cache& cache() { return cache_; }
  // Kept for later where the pooler mode allows no cache.
  void set_cache_capacity(std::size_t capacity) {
    cache_capacity_ = capacity;
    cache_.set_capacity(mode_ <= pooler_mode::transaction_named ? capacity : 0);
  }
  result<statement_id> push_sync();
  // Ends a group that must not be done, as not all of it could be said: it fails there.
  statement_id push_failing_sync();
  // COPY in a group: its Parse, Bind and Execute. What CopyData brings goes to `take`; the data of a COPY FROM STDIN is
  // for write_copy_data() and one of the two that end it, before anything else is pushed.
  result<statement_id> push_copy_in(std::string_view sql);
  result<statement_id> push_copy_out(std::string_view sql, std::function<void(std::span<const std::byte>)> take);
  // Sends as it goes; drops the data of a COPY whose end is known already.
  result<void> write_copy_data(statement_id copy, std::span<const std::byte> data, std::size_t max_stored_bytes);
  // The same, all of it and without sending.
  void append_copy_data(std::span<const std::byte> data);
  void write_copy_done();
  void write_copy_fail(std::string_view reason);
  // Portals: Bind under a name of its own (behind a Parse of the unnamed statement, where there is a text) and Describe
  // where the columns are not known, which `into` says; Execute of at most `rows` rows, 0 meaning all; Close.
  result<statement_id> push_bind(const prepared_statement& statement, parameters arguments, result_kind kind,
                                 bound_portal& into);
  result<statement_id> push_bind(std::string_view sql, parameters arguments, result_kind kind, bound_portal& into);
  statement_id push_fetch(const bound_portal& portal, std::int32_t rows, result_kind kind);
  statement_id push_close(const bound_portal& portal, result_kind kind);
  // A simple Query; its results go to `simple_results`, its end is a group's. One at a time.
  result<statement_id> push_simple_query(std::string_view sql, std::vector<statement_result>& simple_results);
  // Parse, Describe and Sync; fills `what` when the answers come.
  result<statement_id> push_prepare(std::string_view sql, std::span<const std::uint32_t> types,
                                    std::shared_ptr<prepared_statement::description> what);
  // Close and Sync.
  result<statement_id> push_close(const prepared_statement& statement);
  // Asks the server for the answers it has, unless it was asked since the last push.
  void push_flush() {
    if (session_->output().appended_total() == flushed_at_) return;
    session_->flush();
    flushed_at_ = session_->output().appended_total();
  }

  // --- poolers (link_pooler.cpp) ------------------------------------------------------------------------------------

  [[nodiscard]] pooler_mode mode() const { return mode_; }
  result<void> set_pooler_mode(pooler_mode mode);
  // A usage error where the mode has no place for `what`, named in the plural.
  [[nodiscard]] result<void> require_mode(bool allowed, std::string_view what) const;
  // In a pooler mode but session, what follows a COPY's group, or what a deadline has abandoned, must not be sent
  // before that is answered: settle() waits for it, storing what arrives.
  [[nodiscard]] bool is_unsettled() const { return unsettled_; }
  result<void> settle(std::size_t max_stored_bytes);

  // --- moving bytes -------------------------------------------------------------------------------------------------

  // Hands to the kernel what it takes now, without waiting.
  void send_some();
  // Waits until the oldest result is known, and the same for a given id.
  void wait_front();
  void wait_for(statement_id id);
  // The result of the lone statement that was pushed, or the error that it or its commit met.
  [[nodiscard]] result<statement_result> finish_lone(result<statement_id> pushed);
  // A round trip of a Sync alone. When the time has passed the connection is closed.
  [[nodiscard]] result<void> check(net::deadline until);
  // Whether a notification has come by then.
  [[nodiscard]] result<bool> wait_for_notification(net::deadline until);
  // Moves the rows of the oldest result, a streamed one, into `part` as far as they have arrived, waiting for the
  // first. False when there are no more: its end is known.
  bool take_part(statement_result& part);
  // For who waits elsewhere: the same, of what has arrived. False when there is nothing.
  bool take_arrived_part(statement_result& part);
  // Waits for the end of the oldest result and drops its rows as they come, then the result.
  void drain_front();
  // The output has reached its high-water mark.
  [[nodiscard]] bool has_much_to_send() const { return session_->output().pending_bytes() >= output_high_water; }
  // Waits until the output is below its high-water mark, storing what arrives meanwhile: at most `max_stored_bytes`.
  result<void> relieve(std::size_t max_stored_bytes) {
    if (!has_much_to_send()) [[likely]]
      return {};
    return relieve_now(max_stored_bytes);
  }
  // Gives each call from start_clock() on this long, zero: for ever; and all of them until `until` together.
  void set_timeout(std::chrono::nanoseconds timeout) {
    timeout_ = timeout;
    until_ = given_deadline_;
  }
  void set_deadline(net::deadline until) { until_ = given_deadline_ = until; }
  [[nodiscard]] net::deadline given_deadline() const { return given_deadline_; }
  // A deadline also cancels what it abandons, where that can hit nothing else; zero: it does not.
  void set_cancel_timeout(std::chrono::milliseconds timeout) { cancel_timeout_ = timeout; }
  void start_clock() {
    if (timeout_ != timeout_.zero()) [[unlikely]]
      until_ = std::min(given_deadline_, std::chrono::steady_clock::now() + timeout_);
  }
  // One step: an event if there is one, else bytes in either direction, waiting until some moved. False when the
  // connection has ended and every result is known.
  bool turn();
  // For who waits elsewhere: receives what has arrived and takes all events of it. True when more may have arrived.
  bool take_arrived();
  // Ends the connection at once: every result gets its fate, with `why` for what is not known.
  void end(error why);

  // --- state --------------------------------------------------------------------------------------------------------

  [[nodiscard]] result_queue& results() { return results_; }
  [[nodiscard]] protocol::session& session() { return *session_; }
  [[nodiscard]] const protocol::session& session() const { return *session_; }
  [[nodiscard]] net::stream& stream() { return stream_; }
  [[nodiscard]] protocol::startup_result& startup() { return startup_; }
  [[nodiscard]] bool is_open() const { return open_; }
  // Bytes wait for the network to take them, which it may still do.
  [[nodiscard]] bool has_unsent() const {
    return (session_->output().pending_bytes() != 0 || stream_.has_unsent()) && !output_broken_;
  }
  void set_cancel_token(cancel_token token) { cancel_token_ = std::move(token); }
  [[nodiscard]] const pgpipe::cancel_token& cancel() const { return cancel_token_; }
  // Why the connection has ended.
  [[nodiscard]] error end_reason() const;
  // The same for a call that comes after the end, of which nothing is sent.
  [[nodiscard]] error refusal() const;
  // Starts the clock of a call, and refuses what needs a connection with nothing outstanding.
  [[nodiscard]] result<void> require_idle();
  void pop_front();
  // Takes the oldest result, which is known, out of the queue.
  [[nodiscard]] statement_result take_front();
  void close();
  // nullptr while nobody watches.
  [[nodiscard]] link_watch* watch() { return watch_.get(); }
  void set_observer(std::shared_ptr<observer> to);
  [[nodiscard]] result<void> set_trace(std::function<void(std::string_view)> sink, unsigned flags);
  // A pipeline's batch has been pushed.
  void end_batch() {
    if (watch_) [[unlikely]]
      watch_->batch(results_.next_id() - 1);
  }
  // Takes over the handlers of an ended session's link, and goes on with its numbers of statements and portals: no name
  // of that session comes to mean something else here.
  void succeed(link& before);

  std::function<void(const server_message&)> on_notice;
  std::function<void(std::int32_t process_id, std::string_view channel, std::string_view payload)> on_notification;
  // Takes the data of a COPY TO STDOUT; without it, the data is dropped and the statement fails.
  std::function<void(std::span<const std::byte>)> on_copy_data;
  // Set while a COPY FROM STDIN is expected; becomes true when the server is ready for data.
  bool* copy_in_ready = nullptr;

 private:
  static constexpr std::uint64_t no_flush = static_cast<std::uint64_t>(-1);
  // Enough for the kernel to take in one call, and little enough to stand in a cache.
  static constexpr std::size_t output_high_water = std::size_t{64} * 1024;

  result<void> relieve_now(std::size_t max_stored_bytes);
  [[nodiscard]] error too_much_stored();
  void take(const protocol::event& event);
  void take_other(statement_result& to, const protocol::event& event);
  [[gnu::cold]] void take_detour(statement_result& to, const protocol::event& event);
  void take_answer(statement_result& to, const protocol::event& event);
  void take_interpolated(statement_result& to, const protocol::event& event);
  void take_interpolated_columns(statement_result& to, const protocol::event& event);
  result<statement_id> push_pooled(std::string_view sql, parameters arguments, result_kind kind);
  result<statement_id> push_interpolated(std::string_view sql, parameters arguments, result_kind kind);
  [[nodiscard]] result<void> refuse_listen(std::string_view sql) const;
  void take_abandoned(const protocol::event& event);
  bool turn_until();
  void expire();
  void finish_dropped(statement_id id);
  bool abandon_pending();
  void take_simple(statement_result& group, const protocol::event& event);
  statement_result& current_simple(statement_id id);
  void take_unasked(const protocol::event& event);
  void take_command_complete(statement_result& to, const protocol::event& event);
  void take_loss(statement_result& to, const protocol::event& event);
  void take_row(statement_result& to, const protocol::event& event);
  void take_rows_behind(result_builder& builder, std::size_t described);
  void take_columns(statement_result& to, const protocol::event& event);
  void take_error(statement_result& to, const protocol::event& event);
  void take_ready(statement_result& to, const protocol::event& event);
  void take_parameter_types(const protocol::event& event);
  void refuse_copy(statement_result& to, const protocol::event& event);
  net::transfer send_pieces();
  void watch_changed();
  [[gnu::cold]] void watch_sent(std::size_t bytes);
  bool take_event();
  bool take_next();
  void on_received(std::span<const std::byte> room, const net::transfer& received);
  [[nodiscard]] bool row_has_arrived() {
    const std::span<const std::byte> arrived = session_->input().readable();
    return !arrived.empty() && static_cast<protocol::backend>(arrived.front()) == protocol::backend::data_row;
  }
  void wait_both_ways();
  void receive_some(bool wait);
  void on_input_end(error reason);
  [[gnu::cold]] void break_protocol(std::string_view text);
  [[gnu::cold]] void break_by_row(std::size_t fields, std::size_t described);
  result<statement_id> push_copy(std::string_view sql, result_kind kind);
  result<void> write_unnamed_parse(std::string_view sql, parameters arguments);
  statement_id add(unsigned steps, result_kind kind, const std::shared_ptr<const protocol::row_shape>& columns = {});

  std::unique_ptr<chunk_pool> pool_;
  std::unique_ptr<protocol::session> session_;
  net::stream stream_;
  protocol::startup_result startup_;
  result_queue results_;
  // Whether answers may come that are not for the results that they name: simple_results_, abandoned ones, and all in
  // pooler mode simple. Or somebody wants to see them.
  bool detour_ = false;
  pooler_mode mode_ = pooler_mode::session;
  bool unsettled_ = false;
  std::vector<statement_result>* simple_results_ = nullptr;
  statement_id simple_query_ = 0;     // whose they are
  statement_id abandoned_up_to_ = 0;  // a deadline has ended these results before their answers came
  statement_id open_copy_ = 0;        // a COPY FROM STDIN in a group that waits for the end of its data; 0: none
  net::deadline until_ = net::no_deadline;
  net::deadline given_deadline_ = net::no_deadline;
  std::chrono::nanoseconds timeout_{0};
  std::chrono::milliseconds cancel_timeout_{0};
  std::shared_ptr<const protocol::row_shape> last_columns_;  // described shapes repeat: share them
  protocol::row_shape scratch_columns_;
  std::vector<std::uint32_t> argument_types_;  // of the Parse being written
  std::size_t stored_bytes_ = 0;               // of rows in results_
  void forget_taker() {
    if (!copy_takers_.empty() && copy_takers_.front().of == results_.front().id()) [[unlikely]]
      copy_takers_.pop_front();
  }

  // A statement that is parsed and describes itself: known, or a cached one, when the answers to both have come.
  struct describing {
    statement_id by;
    std::shared_ptr<cached_statement> entry;  // nullptr: it is not for the cache
    std::shared_ptr<prepared_statement::description> what;
  };
  result<statement_id> push_to_be_cached(std::string_view sql, parameters arguments, result_kind kind,
                                         const std::shared_ptr<cached_statement>& entry);
  describing* described_by(statement_id id);
  void finish_describing(statement_id id);
  void forget_stale(const error& why);
  [[nodiscard]] std::string text_to_parse(std::string_view sql) const;
  void declare_types(parameters arguments);

  struct copy_taker {
    statement_id of;
    std::function<void(std::span<const std::byte>)> take;
  };
  statement_cache cache_;
  std::unique_ptr<link_watch> watch_;
  std::size_t cache_capacity_ = 0;          // what was asked for
  std::uint64_t plans_lost_ = 0;            // how often forget_stale() met one, in pooler mode transaction_named
  std::deque<describing> to_be_described_;  // in order
  std::deque<copy_taker> copy_takers_;      // in order
  std::uint64_t flushed_at_ = no_flush;     // appended_total() behind the last Flush
  std::uint64_t next_statement_name_ = 1;
  std::uint64_t next_portal_name_ = 1;
  std::uint64_t notifications_ = 0;
  std::optional<error> last_words_;  // a FATAL that answers no request
  bool open_ = true;
  bool output_broken_ = false;
  pgpipe::cancel_token cancel_token_;
};

inline statement_id link::add(unsigned steps, result_kind kind,
                              const std::shared_ptr<const protocol::row_shape>& columns) {
  const statement_id id = results_.push(kind, columns);
  if (kind == result_kind::lone_statement) {
    protocol::sync(session_->output());
    steps |= protocol::step_sync;
  }
  session_->push(steps, id);
  return id;
}

}  // namespace pgpipe::detail
