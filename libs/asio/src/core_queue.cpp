#include <algorithm>
#include <boost/asio/post.hpp>
#include <string>
#include <utility>

#include "core.hpp"
#include "deadline_error.hpp"

// The lines of requests, and how one leaves them before its time.
namespace pgpipe::asio_client::detail {
namespace {

error taken_back() { return {error_category::cancelled, "the request was cancelled"}; }

error with_safety(error why, bool is_safe) {
  why.set_safety(is_safe ? retry_safety::safe : retry_safety::unknown);
  return why;
}

}  // namespace

// What stands against a request from the beginning.
std::optional<error> core::refusal_of(const request& added) const {
  if (ended_) return with_safety(*ended_, true);
  if (added.lease != 0 && (added.lease != holder_ || !lease_is_open_)) {
    return error(error_category::usage, "the transaction, or the exclusive use of the connection, has ended",
                 retry_safety::safe);
  }
  if (added.copy != 0 && added.copy != open_copy_)
    return error(error_category::usage, "the COPY has ended", retry_safety::safe);
  if (waiting_.size() + held_.size() >= options_.max_waiting) {
    return error(error_category::usage, std::to_string(options_.max_waiting) + " requests wait to be sent already",
                 retry_safety::safe);
  }
  return std::nullopt;
}

void core::enqueue(request* added) {
  if (added->reads) [[unlikely]]
    return enqueue_reader(added);
  if (auto refusal = refusal_of(*added)) return complete_later(added, *std::move(refusal));
  if (options_.timeout != options_.timeout.zero() && added->until == std::chrono::steady_clock::time_point::max() &&
      !added->listens)
    added->until = std::chrono::steady_clock::now() + options_.timeout;
  if (added->until != std::chrono::steady_clock::time_point::max()) [[unlikely]]
    arm_deadline(added->until);
  if (added->listens) {
    listeners_.push_back(added);
  } else {
    line_of(*added).push_back(added);
  }
  wake_writer();
}

// What has come may be taken after the connection's end.
void core::enqueue_reader(request* added) {
  if (ended_) {
    return executor_.post([self = shared_from_this(), held = request_ptr(added)]() mutable {
      completer then(*self);
      self->push_one(held.release(), then.ended);
      then.run();
    });
  }
  if (options_.timeout != options_.timeout.zero() && added->until == std::chrono::steady_clock::time_point::max())
    added->until = std::chrono::steady_clock::now() + options_.timeout;
  if (added->until != std::chrono::steady_clock::time_point::max()) arm_deadline(added->until);
  readers_.push_back(added);
  wake_writer();
}

// Never from within the call that starts the operation.
void core::complete_later(request* what, error why) {
  what->spoilt = std::move(why);
  asio::post(executor_.get(), [self = shared_from_this(), held = request_ptr(what)]() mutable {
    completer then(*self);
    then.ended.push_back(held.release());
    then.run();
  });
}

void core::take_back(std::uint64_t id, bool even_if_sent) {
  for (request_list* line : {&waiting_, &held_, &listeners_, &readers_, &copying_}) {
    if (request* const found = line->find(id)) {
      completer then(*this);
      line->remove(found);
      found->spoilt = with_safety(taken_back(), true);
      then.ended.push_back(found);
      if (line == &copying_) fail_copy("a part of its data was cancelled", then.ended);
      return then.run();
    }
  }
  if (!even_if_sent) return;
  for (std::size_t i = 0; i != in_flight_.size(); ++i) {
    if (in_flight_[i].who == nullptr || in_flight_[i].who->id != id) continue;
    return std::exchange(in_flight_[i].who, nullptr)->complete(with_safety(taken_back(), false));
  }
}

// --- deadlines ------------------------------------------------------------------------------------------------------

// One timer, for the earliest. A request that has ended in time leaves it running: it looks again then.
void core::arm_deadline(std::chrono::steady_clock::time_point until) {
  if (until >= armed_) return;
  armed_ = until;
  timer_.expires_at(until);
  timer_.async_wait([weak = weak_from_this()](const boost::system::error_code& failed) {
    if (failed) return;
    if (const auto self = weak.lock()) self->on_deadline();
  });
}

void core::on_deadline() {
  const auto now = std::chrono::steady_clock::now();
  auto next = std::chrono::steady_clock::time_point::max();
  armed_ = next;
  completer then(*this);
  const auto passes = [&](request& one, bool is_safe) {
    if (one.until > now) {
      next = std::min(next, one.until);
      return false;
    }
    one.spoilt = with_safety(pgpipe::detail::deadline_passed(), is_safe);
    return true;
  };
  bool copy_has_a_hole = false;
  for (request_list* line : {&waiting_, &held_, &listeners_, &readers_, &copying_}) {
    for (request* at = line->front(); at != nullptr;) {
      request* const one = std::exchange(at, at->next);
      if (!passes(*one, true)) continue;
      line->remove(one);
      then.ended.push_back(one);
      copy_has_a_hole = copy_has_a_hole || line == &copying_;
    }
  }
  if (copy_has_a_hole) fail_copy("the deadline passed for a part of its data", then.ended);
  for (std::size_t i = 0; i != in_flight_.size(); ++i) {
    if (in_flight_[i].who == nullptr || !passes(*in_flight_[i].who, false)) continue;
    then.ended.push_back(std::exchange(in_flight_[i].who, nullptr));
  }
  if (next != std::chrono::steady_clock::time_point::max()) arm_deadline(next);
  then.run();
}

// --- the end --------------------------------------------------------------------------------------------------------

void core::drop_all(request_list& ended, const error& why) {
  for (request_list* line : {&held_, &waiting_, &listeners_, &copying_}) {
    while (!line->empty()) {
      request* const one = line->pop_front();
      one->spoilt = with_safety(why, true);
      ended.push_back(one);
    }
  }
}

// Handlers may own handles of this connection.
void core::abandon_all() noexcept {
  if (!ended_) ended_.emplace(error_category::closed, "the executor is gone");
  open_.store(false, std::memory_order_release);
  const std::function<void()> free = std::exchange(on_free_, nullptr);
  request_list all;
  all.append(waiting_);
  all.append(held_);
  all.append(listeners_);
  all.append(readers_);
  all.append(copying_);
  for (std::size_t i = 0; i != in_flight_.size(); ++i) {
    if (in_flight_[i].who != nullptr) all.push_back(std::exchange(in_flight_[i].who, nullptr));
  }
}

}  // namespace pgpipe::asio_client::detail
