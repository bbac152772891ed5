#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <pgpipe/net/stream.hpp>
#include <pgpipe/protocol/session.hpp>
#include <pgpipe/uring/loop.hpp>

#include "bench/connector.hpp"
#include "bench/pipeline_rows.hpp"
#include "bench/prefetch.hpp"
#include "bench/program.hpp"
#include "bench/shell_program.hpp"
#include "bench/statement_set.hpp"
#include "bench/stored_row.hpp"
#include "bench/thread_context.hpp"

namespace pgpipe::app::bench {

// What a client waits for, and what follows.
//
//   state         waits for                                              then
//   connecting    the connection                                         ready; with -C, running
//   ready         the start of the run                                   a new transaction
//   throttled     the moment for which its transaction is planned        running; with -C, connecting
//   running       nothing: the command at command_ is the next           any other
//   preparing     the answers to the Parse messages of a pipeline        running, the same command again
//   answering     the answers to what the command asked                  running, the next command
//   sliding       room in the window of --depth                          running, the next command
//   sending       the output to shrink below the high-water mark         running, the next command
//   sleeping      a moment                                               running, the next command
//   copying       the output to shrink below the high-water mark         answering, when a COPY's data were all sent
//   shelling      the end of a shell's command                           running, the next command
//   failing       what is still to be answered after an error            rolling_back, or as from there
//   rolling_back  the answer to ROLLBACK                                 running, the first command; a new transaction
//   yielding      its turn: its transaction never waited for the server  a new transaction
//   finished      nothing                                                nothing
//
// A new transaction is running, throttled with -R, connecting with -C. An error that the client survives (retry.hpp)
// makes an answering or preparing client failing; anywhere else it stands in a pipeline, whose remaining commands it
// sends as if it had not noticed, so that they draw the same random numbers however soon the error arrives: then
// \endpipeline makes it failing instead of answering.
enum class client_state : std::uint8_t {
  connecting,
  ready,
  throttled,
  running,
  preparing,
  answering,
  sliding,
  sending,
  sleeping,
  copying,
  shelling,
  failing,
  rolling_back,
  yielding,
  finished,
};

// One simulated user: a connection and its place in a script. It never waits; whenever it could only wait it returns,
// having told the thread's loop, timers or list of yielded clients what to call it for.
//
// Call order: connect(); when all clients are `ready`, begin(); then the on_ functions as things happen.
class client {
 public:
  using time_point = std::chrono::steady_clock::time_point;

  client(int id, thread_context& thread, random_state random, variables values);

  void connect();
  void begin(time_point now);

  // Asks for the memory that on_ready() works on, without waiting for it: first the client's own, then, once that has
  // come, that of its variables.
  void prefetch() const {
    const auto* const begin = reinterpret_cast<const std::byte*>(this);
    bench::prefetch(this, static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&row_) - begin));
  }
  void prefetch_variables() const { values_.prefetch(); }
  void on_ready(net::interest ready);
  void on_completion(const uring::completion& done);
  void on_time();
  void on_turn(time_point now);

  // Instead of waiting for readiness, only while is_receiving(): waits for bytes, which on_received() then takes; or
  // takes only what waits already.
  [[nodiscard]] net::transfer receive_blocking() { return stream_.receive(session_.prepare_input()); }
  [[nodiscard]] net::transfer receive_waiting() { return stream_.try_receive(session_.prepare_input()); }
  void on_received(const net::transfer& got);

  // Ends it wherever it is; its transaction counts nowhere.
  void stop();

  [[nodiscard]] client_state state() const { return state_; }
  // It waits for bytes from the server and for nothing else.
  [[nodiscard]] bool is_receiving() const {
    return (state_ == client_state::answering || state_ == client_state::preparing || state_ == client_state::failing ||
            state_ == client_state::rolling_back || state_ == client_state::sliding) &&
           !output_blocked_ && ring_ == nullptr;
  }
  // Its timer counts only if it still says this time.
  [[nodiscard]] time_point wakes_at() const { return wakes_at_; }
  [[nodiscard]] bool was_aborted() const { return aborted_; }
  [[nodiscard]] int fd() const { return stream_.fd(); }

 private:
  // What ring_ is doing with the front of the output: a send at once is over with the next wait, and only what went
  // wrong with it is told.
  enum class send_progress : std::uint8_t { none, at_once, told };

  // More output than this is sent before more is queued: a pipeline then needs no more memory than this and one
  // command, however long it is.
  static constexpr std::size_t high_water_bytes = 64 * 1024;

  // Connecting (client_connect.cpp).
  void continue_connecting(net::interest ready);
  void on_connected();
  void on_not_connected(const error& why);
  void disconnect();
  void watch(int fd, net::interest wanted);
  void unwatch();

  // Bytes and events (client.cpp).
  void receive();
  void take_events();
  void on_parsed(std::uint32_t statement);
  void on_row_description(const protocol::event& event);
  void on_data_row(const protocol::event& event);
  void on_statement_end();
  void store_rows();
  void check(const result<void>& stored);
  void on_answered();
  void on_closed();
  void proceed();
  void flush();
  [[nodiscard]] net::transfer send_pieces();
  [[nodiscard]] net::transfer send_message();

  // The same by io_uring (client_ring.cpp).
  void on_ring_received(int result);
  void on_ring_sent(int result);
  void settle_send();
  void commit_at_once(int result);
  void send_told();
  void ring_flush();
  void ring_receive();
  void leave_ring();

  // Transactions (client_transaction.cpp).
  void begin_transaction(time_point now);
  void await_slot(time_point now);
  [[nodiscard]] bool misses_limit(time_point now) const;
  void skip_slot(time_point now);
  void on_slot(time_point now);
  void start_transaction(time_point now);
  void start_script(time_point now);
  void end_transaction();
  [[nodiscard]] bool count_processed(time_point now);
  void count_more(time_point now, std::chrono::nanoseconds latency);
  // Before something that ended at `now` is counted.
  void note_series(time_point now) {
    if (thread_->series) thread_->series->note(now, thread_->statistics.scripts);
  }
  void count_tries();
  void next_transaction(time_point now);
  [[nodiscard]] bool ends(time_point now) const;
  [[nodiscard]] bool write_log(logged_transaction line, time_point now);

  // Errors that the client survives (client_failure.cpp).
  void on_error(std::size_t command, std::span<const std::byte> body);
  void on_failed();
  void on_rolled_back();
  void repeat_transaction(time_point now);
  void fail_transaction(time_point now);
  [[nodiscard]] bool count_failed(time_point now);

  // The script (client_script.cpp).
  void run();
  void trace(const command& next);
  void run_command(const command& next);
  void run_sql(const command& sql);
  void run_set(const command& set);
  void run_condition(const command& condition);
  void run_sleep(const command& sleep);
  void start_pipeline();
  void sync_pipeline();
  void end_pipeline();
  void await_answers(unsigned groups);
  void finish_command() { finish_command(script_->commands[command_].next); }
  void finish_command(std::size_t next) {
    if (plan_->report_per_command) [[unlikely]]
      time_command();
    command_ = next;
  }
  void time_command();
  [[nodiscard]] bool prepare_pipeline();

  // --depth (client_window.cpp).
  void run_windowed(const command& sql);
  void await_room();
  void on_room();
  void drain_window();
  [[nodiscard]] bool fails_in_window();

  // COPY (client_copy.cpp).
  void await_copy();
  void on_copy_in(std::size_t command);
  void on_copy_out(std::size_t command);
  void send_copy();
  void end_copy();

  // \shell and \setshell (client_shell.cpp).
  void run_shell(const command& shell);
  void watch_shell();
  void on_shell_ready();
  void continue_shell();
  [[nodiscard]] result<void> use_shell(const shell_program& ended);

  // Whether what began then belongs to the measured part of the run.
  [[nodiscard]] bool is_measured(time_point began) const { return began >= thread_->measured_from; }

  void wake_at(time_point moment);
  void abort_meta_command(std::string_view why);
  void abort_command(std::size_t command, std::string_view why);
  void abort();
  void finish();

  thread_context* thread_;
  const run_plan* plan_;
  const script* script_ = nullptr;
  client_state state_ = client_state::connecting;
  bool in_pipeline_ = false;
  bool output_blocked_ = false;  // the loop watches for writability too
  bool stores_rows_ = false;     // the current command is SQL with \gset or \aset
  bool owes_sync_ = false;       // of a COPY by the extended protocol, behind its data
  bool asked_server_ = false;    // in this transaction
  bool aborted_ = false;
  bool receiving_ = false;  // by ring_, into the session's input
  send_progress sending_ = send_progress::none;
  unsigned awaited_ = 0;  // ReadyForQuery messages to come, but those that stay_
  unsigned stay_ = 0;     // while sliding: statements that may be in flight when there is room again
  unsigned query_ = 0;    // statements of the current command that have been answered
  std::size_t command_ = 0;
  std::size_t script_number_ = 0;
  std::int64_t transactions_ = 0;        // begun and ended
  time_point planned_begin_{};           // from which its latency counts: with -R as planned, else as it was
  time_point command_begin_{};           // only with -r
  time_point sleep_begin_{};             // only with --think-time
  std::chrono::nanoseconds thought_{0};  // slept in this transaction, with --think-time
  statement_set prepared_;               // on this connection

  // While connected in clear by a loop that has one; the readiness of other descriptors is told by the loop.
  uring::loop* ring_ = nullptr;
  std::uint64_t sent_at_ = 0;   // of a send at once, as ring_ counts
  std::size_t send_bytes_ = 0;  // likewise

  protocol::session session_;
  net::stream stream_;
  variables values_;
  random_state random_;
  evaluation evaluation_;
  stored_row row_;

  struct failed_command {
    failure kind;
    std::size_t command;
    std::string sqlstate;
    std::string text;  // only with --verbose-errors
  };
  std::optional<failed_command> failed_;  // until the transaction is repeated or has failed
  std::uint32_t tries_ = 1;               // of this transaction
  random_state random_at_begin_;          // only with --max-tries
  time_point actual_begin_{};             // only with -R

  int id_;
  int watched_fd_ = -1;
  time_point wakes_at_ = time_point::max();
  time_point connect_begin_{};
  std::optional<connector> connector_;
  std::uint64_t copied_bytes_ = 0;  // of the current COPY's data
  pipeline_rows pipeline_rows_;
  std::optional<shell_program> shell_;
  std::optional<net::transfer> held_;  // what was received while a shell's command ran
  statement_set parsed_;               // with --depth: of those prepared_, what the server has confirmed
  std::string last_words_;             // an error that answered nothing
};

}  // namespace pgpipe::app::bench
