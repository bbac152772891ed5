#include "pool_state.hpp"

#include <algorithm>
#include <boost/asio/append.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <exception>
#include <string>
#include <utility>

#include "core.hpp"

namespace pgpipe::asio_client::detail {
namespace {

error pool_closed() { return {error_category::closed, "the pool is closed", retry_safety::safe}; }

}  // namespace

pool_state::pool_state(const asio::any_io_executor& on, protocol::connect_options where, pool_options options)
    : given_(on), executor_(on, options.each.one_thread), where_(std::move(where)), options_(std::move(options)) {
  options_.max_connections = std::max<std::size_t>(options_.max_connections, 1);
}

void pool_state::acquire(std::chrono::nanoseconds patience, acquire_handler handler) {
  const std::uint64_t id = fresh_request_id();
  auto slot = asio::get_associated_cancellation_slot(handler);
  if (slot.is_connected()) {
    slot.assign([weak = weak_from_this(), id, executor = executor_.get()](asio::cancellation_type) {
      asio::post(executor, [weak, id] {
        const auto self = weak.lock();
        if (self) self->give_up(id, {error_category::cancelled, "acquire() was cancelled", retry_safety::safe});
      });
    });
  }
  asio::post(executor_.get(), [self = shared_from_this(), patience, id, handler = std::move(handler)]() mutable {
    self->enqueue({id, std::move(handler), std::nullopt}, patience);
  });
}

void pool_state::metrics(asio::any_completion_handler<void(pool_metrics)> handler) {
  asio::post(executor_.get(), [self = shared_from_this(), handler = std::move(handler)]() mutable {
    pool_metrics now = self->counts_;
    now.idle = self->idle_.size();
    now.waiting = self->waiting_.size();
    auto executor = asio::get_associated_executor(handler, self->executor_.get());
    asio::dispatch(executor, asio::append(std::move(handler), now));
  });
}

void pool_state::close() {
  asio::post(executor_.get(), [self = shared_from_this()] {
    self->closed_ = true;
    self->counts_.closed += self->idle_.size();
    self->idle_.clear();
    while (!self->waiting_.empty()) self->give_up(self->waiting_.front().id, pool_closed());
  });
}

// --- who waits ------------------------------------------------------------------------------------------------------

void pool_state::enqueue(waiter added, std::chrono::nanoseconds patience) {
  if (closed_) return complete(std::move(added.handler), fail(pool_closed()));
  waiting_.push_back(std::move(added));
  serve();
  if (patience.count() == 0 || waiting_.empty()) return;
  waiter& last = waiting_.back();
  last.patience.emplace(executor_.get(), patience);
  last.patience->async_wait([weak = weak_from_this(), id = last.id](const boost::system::error_code& failed) {
    const auto self = weak.lock();
    if (failed || !self) return;
    ++self->counts_.timeouts;
    self->give_up(id, {error_category::timeout,
                       "no connection of the pool became free: all " + std::to_string(self->options_.max_connections) +
                           " are in use",
                       retry_safety::safe});
  });
}

void pool_state::give_up(std::uint64_t id, error why) {
  const auto at = std::find_if(waiting_.begin(), waiting_.end(), [id](const waiter& each) { return each.id == id; });
  if (at == waiting_.end()) return;
  acquire_handler handler = std::move(at->handler);
  counts_.waited += pool_clock::now() - at->since;
  waiting_.erase(at);
  complete(std::move(handler), fail(std::move(why)));
}

// Gives who waits longest what is free: a connection, or the right to open one.
void pool_state::serve() {
  while (!waiting_.empty() && !closed_) {
    std::unique_ptr<pooled> one;
    if (!idle_.empty()) {
      one = std::move(idle_.back());
      idle_.pop_back();
      const bool is_dead = !one->on.is_open();
      if (is_dead || is_old(*one, pool_clock::now())) {
        ++counts_.closed;
        if (is_dead) ++counts_.replaced;
        continue;
      }
    } else if (counts_.in_use == options_.max_connections) {
      return;
    }
    ++counts_.in_use;
    waiter served = std::move(waiting_.front());
    waiting_.pop_front();
    served.patience.reset();
    if (!one) {
      open_for(std::move(served));
    } else if (pool_clock::now() - one->idle_since >= options_.check_after_idle) {
      check_for(std::move(served), std::move(one));
    } else {
      hand_over(std::move(served), std::move(one));
    }
  }
}

bool pool_state::is_old(const pooled& one, pool_clock::time_point now) const {
  const auto passed = [now](pool_clock::time_point since, std::chrono::nanoseconds limit) {
    return limit != limit.zero() && now - since >= limit;
  };
  return passed(one.opened, options_.max_lifetime) || passed(one.idle_since, options_.max_idle);
}

// --- what they get --------------------------------------------------------------------------------------------------

void pool_state::open_for(waiter served) {
  auto then = [self = shared_from_this(), served = std::move(served)](result<connection> opened) mutable {
    if (!opened) {
      self->forget();
      return self->complete(std::move(served.handler), fail(std::move(opened).error()));
    }
    ++self->counts_.opened;
    const auto now = pool_clock::now();
    auto one = std::make_unique<pooled>(pooled{std::move(*opened), now, now});
    if (self->options_.on_connect) return self->prepare_for(std::move(served), std::move(one));
    self->hand_over(std::move(served), std::move(one));
  };
  connection::open(given_, where_, options_.each)(asio::bind_executor(executor_.get(), std::move(then)));
}

void pool_state::prepare_for(waiter served, std::unique_ptr<pooled> one) {
  connection& on = one->on;
  auto then = [self = shared_from_this(), served = std::move(served), one = std::move(one)](
                  const std::exception_ptr& thrown, result<void> prepared) mutable {
    if (!thrown && prepared) return self->hand_over(std::move(served), std::move(one));
    one.reset();
    ++self->counts_.closed;
    self->forget();
    if (thrown) prepared = fail(error_category::usage, "on_connect has thrown an exception", retry_safety::safe);
    self->complete(std::move(served.handler), fail(std::move(prepared).error()));
  };
  asio::co_spawn(on.get_executor(), options_.on_connect(on), asio::bind_executor(executor_.get(), std::move(then)));
}

void pool_state::check_for(waiter served, std::unique_ptr<pooled> one) {
  auto check = one->on.check().within(options_.check_timeout);
  auto then = [self = shared_from_this(), served = std::move(served),
               one = std::move(one)](const result<void>& answered) mutable {
    if (answered) return self->hand_over(std::move(served), std::move(one));
    one.reset();
    ++self->counts_.closed;
    ++self->counts_.replaced;
    self->open_for(std::move(served));
  };
  check(asio::bind_executor(executor_.get(), std::move(then)));
}

// The holder's lease ends when all that was asked is answered and no block is open; then the connection comes back.
void pool_state::hand_over(waiter served, std::unique_ptr<pooled> one) {
  const std::shared_ptr<core> of = one->on.core_;
  // Here, as the connection's executor is another than the pool's.
  ++counts_.acquired;
  counts_.waited += pool_clock::now() - std::exchange(served.since, pool_clock::now());
  auto exclusive = one->on.exclusive();
  auto then = [self = shared_from_this(), served = std::move(served), one = std::move(one),
               of](result<exclusive_connection> granted) mutable {
    if (!granted) {
      one.reset();
      return asio::post(self->executor_.get(), [self, served = std::move(served)]() mutable {
        --self->counts_.acquired;
        ++self->counts_.closed;
        ++self->counts_.replaced;
        self->open_for(std::move(served));
      });
    }
    of->set_free_handler([weak = self->weak_from_this(), executor = self->executor_.get(),
                          held = std::make_shared<std::unique_ptr<pooled>>(std::move(one))] {
      asio::post(executor, [weak, held] {
        if (const auto pool = weak.lock(); pool && *held) pool->take_back(std::move(*held));
        held->reset();
      });
    });
    self->complete(std::move(served.handler), pooled_connection(std::move(granted->held_)));
  };
  exclusive(asio::bind_executor(of->executor(), std::move(then)));
}

void pool_state::take_back(std::unique_ptr<pooled> one) {
  --counts_.in_use;
  one->idle_since = pool_clock::now();
  if (closed_ || !one->on.is_open() || is_old(*one, one->idle_since)) {
    ++counts_.closed;
  } else {
    idle_.push_back(std::move(one));
  }
  serve();
}

void pool_state::forget() {
  --counts_.in_use;
  serve();
}

void pool_state::complete(acquire_handler handler, result<pooled_connection> outcome) {
  auto executor = asio::get_associated_executor(handler, executor_.get());
  asio::dispatch(executor, asio::append(std::move(handler), std::move(outcome)));
}

void start_acquire(const std::shared_ptr<pool_state>& from, std::chrono::nanoseconds patience,
                   acquire_handler handler) {
  from->acquire(patience, std::move(handler));
}

void start_metrics(const std::shared_ptr<pool_state>& of, asio::any_completion_handler<void(pool_metrics)> handler) {
  of->metrics(std::move(handler));
}

}  // namespace pgpipe::asio_client::detail
