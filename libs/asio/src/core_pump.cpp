#include <utility>

#include "core.hpp"

// How bytes are moved: a writer that is woken, and a reader that always waits.
namespace pgpipe::asio_client::detail {
namespace {

// What one wait for input reads at most, in chunks of 64 KiB, before others on the executor have their turn.
constexpr int most_reads = 16;
// The same while rows are streamed, of which little shall be stored.
constexpr int reads_of_a_stream = 2;

}  // namespace

template <void (core::*Then)()>
struct core::wait_handler {
  explicit wait_handler(std::shared_ptr<core> on) : self(std::move(on)) {}
  wait_handler(wait_handler&&) noexcept = default;
  wait_handler& operator=(wait_handler&&) = delete;
  ~wait_handler() {
    if (self) self->abandon_all();
  }
  void operator()(const boost::system::error_code& failed) {
    const std::shared_ptr<core> on = std::move(self);
    if (!failed && !on->ended_) ((*on).*Then)();
  }

  std::shared_ptr<core> self;
};

void core::arm_read() {
  descriptor_.async_wait(asio::posix::stream_descriptor::wait_read,
                         wait_handler<&core::on_readable>(shared_from_this()));
}

// When more may have arrived already: TLS may hold it, of which no wait tells.
void core::go_on_reading() {
  executor_.post([wait = wait_handler<&core::on_readable>(shared_from_this())]() mutable { wait({}); });
}

void core::on_readable() {
  bool more = true;
  const int reads = incoming_.empty() ? most_reads : reads_of_a_stream;
  for (int i = 0; i != reads && more; ++i) more = link_->take_arrived();
  completer then(*this);
  settle(then.ended);
  if (ended_) return then.run();
  // An answer to what has arrived; or there is room again for what waits.
  if ((link_->has_unsent() || !line().empty()) && !waits_to_write_) wake_writer();
  if (is_full()) [[unlikely]] {
    pause();
  } else if (more) {
    go_on_reading();
  } else {
    arm_read();
  }
  then.run();
}

// The wait keeps the executor at work, and is destroyed with it, as that of the reader would.
void core::pause() {
  paused_ = true;
  pause_.async_wait(wait_handler<&core::on_readable>(shared_from_this()));
}

void core::resume() {
  if (!paused_ || is_full()) return;
  paused_ = false;
  pause_.cancel();
  go_on_reading();
}

void core::wake_writer() {
  if (std::exchange(writer_awake_, true)) return;
  executor_.post([self = shared_from_this()] {
    self->writer_awake_ = false;
    if (!self->ended_) self->write();
  });
}

void core::on_writable() {
  waits_to_write_ = false;
  write();
}

void core::write() {
  completer then(*this);
  end_hold();
  settle(then.ended);
  if (ended_) return then.run();
  while (!waits_to_write_) {
    const bool pushed = push_waiting(then.ended);
    link_->send_some();
    if (link_->stream().has_unsent()) static_cast<void>(link_->stream().flush());
    if (link_->has_unsent()) {
      waits_to_write_ = true;
      descriptor_.async_wait(asio::posix::stream_descriptor::wait_write,
                             wait_handler<&core::on_writable>(shared_from_this()));
    }
    if (!pushed) break;
  }
  then.run();
}

bool core::has_room() {
  if (link_->has_much_to_send()) return false;
  if (in_flight_.empty() || open_copy_ != 0) return true;
  return in_flight_.size() < options_.max_in_flight && in_flight_bytes_ < options_.max_in_flight_bytes;
}

// Writes requests until the output has enough. Whether there was one.
bool core::push_waiting(request_list& ended) {
  bool any = false;
  while (has_room()) {
    request_list& from = line();
    if (from.empty() || (from.front()->is_simple && simple_under_way_)) break;
    push_one(from.pop_front(), ended);
    any = true;
  }
  return any;
}

void core::push_one(request* next, request_list& ended) {
  const std::uint64_t before = link_->session().output().appended_total();
  const result<statement_id> last = next->push(*this);
  if (!last) next->spoilt = last.error();
  if (!last || *last == 0) return ended.push_back(next);
  const std::size_t bytes = static_cast<std::size_t>(link_->session().output().appended_total() - before);
  in_flight_.push_back({next, *last, bytes, next->lease, next->is_simple});
  simple_under_way_ = simple_under_way_ || next->is_simple;
  if (next->lease != 0) ++held_in_flight_;
  in_flight_bytes_ += bytes;
  bytes_in_flight_.store(in_flight_bytes_, std::memory_order_relaxed);
}

// The loops end. Before the socket is closed, whose number may be another's then.
void core::let_go() {
  open_.store(false, std::memory_order_release);
  if (descriptor_.is_open()) descriptor_.release();
  timer_.cancel();
  pause_.cancel();
}

// Ends the session from this side, in the middle of what it does.
void core::cut(error why) {
  let_go();
  link_->end(std::move(why));
}

void core::end(error why) {
  if (ended_) return;
  completer then(*this);
  let_go();
  if (in_flight_.empty() && open_copy_ == 0) {
    link_->close();
  } else {
    link_->end(why);
  }
  ended_ = std::move(why);
  take_results(then.ended);
  serve_readers(then.ended);
  drop_all(then.ended, *ended_);
  tell_free();
  then.run();
}

}  // namespace pgpipe::asio_client::detail
