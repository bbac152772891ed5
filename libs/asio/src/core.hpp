#pragma once

#include <atomic>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <pgpipe/asio/connection.hpp>
#include <pgpipe/asio/connection_options.hpp>
#include <pgpipe/asio/detail/request.hpp>
#include <pgpipe/base/ring.hpp>

#include "incoming.hpp"
#include "link.hpp"
#include "request_list.hpp"
#include "serial_executor.hpp"

namespace pgpipe::asio_client::detail {

// What the handles of one connection share: a link, and the loops that move its bytes. Everything happens on one
// executor, which runs one handler at a time.
//
// A request goes through three places: a line of those that wait (waiting_, or held_ for who has the connection for
// itself), in which it is still only a wish; in_flight_, in the order of the link's results, from the moment its
// messages are in the output; and a list of those that have ended, which is completed as the last thing that a handler
// of this class does, because a completed request may do anything.
//
// The writer runs when woken, behind what was ready before it, so that requests of many coroutines leave in one write.
// The reader waits for input as long as the connection is open. Neither ever waits for the other.
class core : public std::enable_shared_from_this<core> {
 public:
  core(serial_executor executor, std::unique_ptr<pgpipe::detail::link> link, const connection_options& options);
  core(const core&) = delete;
  core& operator=(const core&) = delete;
  ~core();

  // On the executor, once: from here on the reader runs.
  void start();

  // --- from any thread ----------------------------------------------------------------------------------------------

  void submit(request_ptr what);
  void cancel(std::uint64_t id, bool even_if_sent);
  void release(std::uint64_t lease);
  void close();
  void abandon(std::shared_ptr<incoming> what);
  void abandon(statement_id copy);
  // Called on the executor for each NoticeResponse.
  void set_notice_handler(std::function<void(const server_message&)> handler);
  // Called on the executor once, when the exclusive use of the connection has ended, or the connection itself.
  void set_free_handler(std::function<void()> handler);
  [[nodiscard]] const boost::asio::any_io_executor& executor() const { return executor_.get(); }
  [[nodiscard]] bool is_open() const { return open_.load(std::memory_order_acquire); }
  [[nodiscard]] std::size_t bytes_in_flight() const { return bytes_in_flight_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::int32_t process_id() const { return process_id_; }
  [[nodiscard]] const pgpipe::cancel_token& cancel_token() const { return cancel_token_; }

  // --- for what is asked, while it is written -----------------------------------------------------------------------

  [[nodiscard]] pgpipe::detail::link& on() { return *link_; }
  // The connection is for the requests of this lease alone, until it is released.
  [[nodiscard]] std::uint64_t grant();
  // Nothing more may be asked under it.
  void end_lease() { lease_is_open_ = false; }
  [[nodiscard]] std::vector<statement_result>& simple_results() { return simple_results_; }
  // The statement whose group ends with `last` gives its rows or data in parts.
  [[nodiscard]] std::shared_ptr<incoming> expect();
  // Nothing but requests of this COPY's are written, until close_copy().
  void open_copy(statement_id copy, std::uint64_t lease);
  void close_copy() { open_copy_ = 0; }
  [[nodiscard]] std::uint64_t copy_lease() const { return copy_lease_; }
  // False when the server has refused the COPY: more data is for nothing.
  [[nodiscard]] bool copy_goes_on();
  // False when none has come.
  [[nodiscard]] bool take_notification(result<notification>& into);

 private:
  struct in_flight {
    request* who;  // nullptr: nobody waits for it any more
    statement_id last;
    std::size_t bytes;
    std::uint64_t lease;
    bool is_simple;
  };
  // Handler of a wait. Destroyed without having been called, it ends a connection whose executor is no more.
  template <void (core::*Then)()>
  struct wait_handler;
  struct completer;
  // Of the connection's own requests.
  static constexpr std::uint64_t own_lease = static_cast<std::uint64_t>(-1);

  // core_queue.cpp: lines, deadlines, cancellation
  void enqueue(request* added);
  void complete_later(request* what, error why);
  [[nodiscard]] std::optional<error> refusal_of(const request& added) const;
  void arm_deadline(std::chrono::steady_clock::time_point until);
  void on_deadline();
  void take_back(std::uint64_t id, bool even_if_sent);
  [[nodiscard]] request_list& line_of(const request& one) {
    if (one.copy != 0) return copying_;
    return one.lease == 0 ? waiting_ : held_;
  }
  // The one whose turn it is.
  [[nodiscard]] request_list& line() {
    if (open_copy_ != 0) [[unlikely]]
      return copying_;
    return holder_ != 0 ? held_ : waiting_;
  }
  void enqueue_reader(request* added);
  void drop_all(request_list& ended, const error& why);
  void abandon_all() noexcept;

  // core_pump.cpp: the two loops
  void wake_writer();
  void write();
  [[nodiscard]] bool push_waiting(request_list& ended);
  void push_one(request* next, request_list& ended);
  [[nodiscard]] bool has_room();
  void on_writable();
  void arm_read();
  void go_on_reading();
  void on_readable();
  void end(error why);
  void let_go();
  void cut(error why);

  // core_take.cpp: what answers do to requests
  void settle(request_list& ended);
  void take_results(request_list& ended);
  void take_result(in_flight& of, statement_result&& taken, bool is_last, request_list& ended);
  void spoil(in_flight& of);
  [[nodiscard]] bool repeats(in_flight& of, const statement_result& taken);
  void deliver(request_list& ended);
  void push_rollback();
  void end_hold();
  void tell_free();

  // core_streams.cpp: what is taken in parts
  void take_part(request_list& ended);
  void take_end(in_flight& of, statement_result&& taken, bool is_last, request_list& ended);
  void serve_readers(request_list& ended);
  [[nodiscard]] bool is_full() const;
  void pause();
  void resume();

  // core_copy.cpp: COPY FROM STDIN in pieces
  void fail_copy(std::string_view reason, request_list& ended);

  serial_executor executor_;
  std::unique_ptr<pgpipe::detail::link> link_;
  connection_options options_;
  boost::asio::posix::stream_descriptor descriptor_;
  boost::asio::steady_timer timer_;
  std::chrono::steady_clock::time_point armed_ = std::chrono::steady_clock::time_point::max();

  request_list waiting_;    // of everybody
  request_list held_;       // of the holder
  request_list listeners_;  // for notifications
  request_list readers_;    // for parts
  request_list copying_;    // the data and the end of the COPY that is open
  ring<in_flight> in_flight_;
  std::size_t in_flight_bytes_ = 0;
  bool writer_awake_ = false;
  bool waits_to_write_ = false;
  bool simple_under_way_ = false;
  bool rolling_back_ = false;  // a block that a request left open

  std::deque<std::shared_ptr<incoming>> incoming_;  // in order, until their ends have come
  boost::asio::steady_timer pause_;                 // whose wait stands for that of the reader
  bool paused_ = false;
  statement_id open_copy_ = 0;  // the COPY FROM STDIN whose data has not ended; 0: none
  std::uint64_t copy_lease_ = 0;

  std::uint64_t holder_ = 0;  // the lease of who has the connection for itself
  std::uint64_t last_lease_ = 0;
  bool lease_is_open_ = false;
  bool released_ = false;
  bool reset_tried_ = false;
  std::size_t held_in_flight_ = 0;
  std::function<void()> on_free_;

  std::vector<statement_result> simple_results_;
  std::deque<notification> notifications_;
  std::size_t lost_notifications_ = 0;
  std::function<void(const server_message&)> on_notice_;
  std::vector<server_message> notices_;

  std::optional<error> ended_;  // why
  std::atomic<bool> open_ = true;
  std::atomic<std::size_t> bytes_in_flight_ = 0;
  std::int32_t process_id_;
  pgpipe::cancel_token cancel_token_;
};

// Completes requests one by one. A handler that throws leaves the rest to another turn of the executor.
struct core::completer {
  explicit completer(core& on) : self(on.shared_from_this()) {}
  completer(const completer&) = delete;
  completer& operator=(const completer&) = delete;
  ~completer();

  void run();

  std::shared_ptr<core> self;
  request_list ended;
};

}  // namespace pgpipe::asio_client::detail
