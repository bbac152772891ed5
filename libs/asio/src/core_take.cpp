#include <string>
#include <utility>

#include "core.hpp"
#include "result_builder.hpp"
#include "statement_cache.hpp"

// What answers do to requests.
namespace pgpipe::asio_client::detail {

// Everything that has been settled meanwhile.
void core::settle(request_list& ended) {
  take_results(ended);
  serve_readers(ended);
  if (!link_->is_open()) {
    let_go();
    link_->stream().close();
    ended_ = link_->end_reason();
    drop_all(ended, *ended_);
    tell_free();
    return;
  }
  deliver(ended);
}

void core::take_results(request_list& ended) {
  pgpipe::detail::result_queue& results = link_->results();
  // A COPY FROM STDIN that has failed before the end of its data awaits its group's end.
  while (!results.empty() && !in_flight_.empty()) {
    if (!incoming_.empty()) [[unlikely]]
      take_part(ended);
    if (pgpipe::detail::result_builder(results.front()).is_pending()) break;
    in_flight& of = in_flight_.front();
    statement_result taken = link_->take_front();
    const bool is_last = taken.id() == of.last;
    take_result(of, std::move(taken), is_last, ended);
    if (!is_last) continue;
    const in_flight done = of;
    in_flight_.pop_front();
    in_flight_bytes_ -= done.bytes;
    if (done.is_simple) simple_under_way_ = false;
    if (done.lease == own_lease) rolling_back_ = false;
    if (done.lease != 0 && done.lease != own_lease) --held_in_flight_;
  }
  bytes_in_flight_.store(in_flight_bytes_, std::memory_order_relaxed);
  end_hold();
}

void core::take_result(in_flight& of, statement_result&& taken, bool is_last, request_list& ended) {
  if (is_last && of.lease == 0 &&
      (taken.group() == group_outcome::in_transaction || taken.group() == group_outcome::failed_transaction))
      [[unlikely]] {
    spoil(of);
  }
  if (!incoming_.empty() && incoming_.front()->last == of.last) [[unlikely]]
    return take_end(of, std::move(taken), is_last, ended);
  if (of.who == nullptr) return;
  // Cut in the middle of what had arrived: it does not last.
  if (!link_->is_open() && rolling_back_ && !of.who->spoilt) of.who->spoilt = link_->end_reason();
  if (taken.failure() != nullptr && repeats(of, taken)) [[unlikely]] {
    line_of(*of.who).push_front(std::exchange(of.who, nullptr));
    return;
  }
  of.who->take(std::move(taken));
  if (is_last) ended.push_back(std::exchange(of.who, nullptr));
}

// A statement that the server has lost was refused before it ran, in a group of its own: nothing has happened.
bool core::repeats(in_flight& of, const statement_result& taken) {
  if (!of.who->may_repeat || taken.group() != group_outcome::rolled_back || !link_->is_open()) return false;
  if (of.lease != 0 && (held_in_flight_ != 1 || !held_.empty())) return false;  // its order would be another
  if (!pgpipe::detail::tells_stale_plan(*taken.failure())) return false;
  return std::exchange(of.who->may_repeat, false);
}

// A request on a shared connection has left a transaction block open, or ran within one that another has.
void core::spoil(in_flight& of) {
  if (of.who != nullptr) {
    of.who->spoilt.emplace(
        error_category::usage,
        rolling_back_
            ? "it ran within a transaction block that another request had left open, which was rolled back"
            : "it left a transaction block open on a shared connection, which was rolled back: use begin() or "
              "exclusive()");
  }
  if (rolling_back_) return;
  rolling_back_ = true;
  // Somebody's exclusive requests, or a COPY, may be inside the block by now: neither they nor the block can be saved.
  if (holder_ != 0 || open_copy_ != 0) {
    cut({error_category::usage, "a request left a transaction block open on a shared connection"});
  } else {
    push_rollback();
    wake_writer();
  }
}

void core::push_rollback() {
  const auto pushed = link_->push_query("ROLLBACK", {}, pgpipe::detail::result_kind::lone_statement);
  if (pushed) in_flight_.push_back({nullptr, *pushed, 0, own_lease, false});
}

// The connection is everybody's again when its holder is gone, all that he asked was answered, and no block is open.
void core::end_hold() {
  if (holder_ == 0 || !released_ || held_in_flight_ != 0 || !held_.empty() || rolling_back_ || ended_ ||
      open_copy_ != 0)
    return;
  if (link_->session().status() != protocol::transaction_status::idle && link_->is_open()) {
    if (std::exchange(reset_tried_, true)) {
      return cut({error_category::protocol, "a transaction block could not be rolled back"});
    }
    rolling_back_ = true;
    push_rollback();
    wake_writer();
    return;
  }
  holder_ = 0;
  tell_free();
  wake_writer();
}

void core::tell_free() {
  if (const auto free = std::exchange(on_free_, nullptr)) free();
}

// What came unasked.
void core::deliver(request_list& ended) {
  while (!listeners_.empty() && (!notifications_.empty() || lost_notifications_ != 0))
    push_one(listeners_.pop_front(), ended);
  if (notices_.empty()) return;
  const std::vector<server_message> notices = std::exchange(notices_, {});
  for (const server_message& each : notices) {
    if (on_notice_) on_notice_(each);
  }
}

bool core::take_notification(result<notification>& into) {
  if (!notifications_.empty()) {
    into = std::move(notifications_.front());
    notifications_.pop_front();
    return true;
  }
  if (lost_notifications_ == 0) return false;
  into = fail(error_category::usage,
              std::to_string(std::exchange(lost_notifications_, 0)) + " notifications were lost, as nobody took them");
  return true;
}

}  // namespace pgpipe::asio_client::detail
