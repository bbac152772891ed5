#include <algorithm>
#include <utility>

#include <pgpipe/client/pool.hpp>
#include <pgpipe/client/surroundings.hpp>

#include "pool_state.hpp"

namespace pgpipe {
namespace {

using detail::pool_clock;
using detail::pool_state;
using detail::pooled;

error pool_closed() { return {error_category::closed, "the pool is closed", retry_safety::safe}; }

// What acquire() has got: a connection that idled, or one that was just given back, or the right to open one.
struct place {
  std::unique_ptr<pooled> found;
  bool idled = false;
};

pool_clock::time_point deadline_after(std::chrono::nanoseconds patience) {
  const auto now = pool_clock::now();
  return patience > pool_clock::time_point::max() - now ? pool_clock::time_point::max() : now + patience;
}

result<place> wait_for_place(pool_state& state, std::unique_lock<std::mutex>& lock, pool_clock::time_point until,
                             std::chrono::nanoseconds& waited) {
  pool_state::waiter self;
  state.waiting.push_back(&self);
  const auto begin = pool_clock::now();
  const auto served = [&] { return self.given || self.may_open || state.closed; };
  bool in_time = true;
  if (until == pool_clock::time_point::max()) {
    self.ready.wait(lock, served);
  } else {
    in_time = self.ready.wait_until(lock, until, served);
  }
  waited = pool_clock::now() - begin;
  state.counts.waited += waited;
  if (self.given) return place{std::move(self.given), false};
  if (self.may_open) return place{};
  state.waiting.remove(&self);
  if (in_time) return fail(pool_closed());
  ++state.counts.timeouts;
  return fail(
      error_category::timeout,
      "no connection of the pool became free: all " + std::to_string(state.options.max_connections) + " are in use",
      retry_safety::safe);
}

result<place> find_place(pool_state& state, pool_clock::time_point until, std::chrono::nanoseconds& waited) {
  std::unique_lock lock(state.mutex);
  if (state.closed) return fail(pool_closed());
  if (state.waiting.empty() && !state.idle.empty()) {
    place one{std::move(state.idle.back()), true};
    state.idle.pop_back();
    ++state.counts.in_use;
    return one;
  }
  if (state.waiting.empty() && state.counts.in_use + state.idle.size() < state.options.max_connections) {
    ++state.counts.in_use;
    return place{};
  }
  return wait_for_place(state, lock, until, waited);
}

// Opens the connection that the caller has the place for.
result<std::unique_ptr<pooled>> open_one(pool_state& state) {
  auto opened = connection::open(state.connect, state.options.observer);
  if (opened && state.options.on_connect) {
    if (auto prepared = state.options.on_connect(*opened); !prepared) opened = fail(std::move(prepared).error());
  }
  const auto now = pool_clock::now();
  const std::lock_guard lock(state.mutex);
  if (!opened) {
    state.free_place();
    return fail(std::move(opened).error());
  }
  ++state.counts.opened;
  return std::make_unique<pooled>(pooled{std::move(*opened), now, now});
}

}  // namespace

pooled_connection::pooled_connection(std::shared_ptr<pool_state> state, std::unique_ptr<pooled> held)
    : state_(std::move(state)), held_(std::move(held)) {}
pooled_connection::pooled_connection(pooled_connection&&) noexcept = default;

pooled_connection::~pooled_connection() {
  if (held_) state_->give_back(std::move(held_));
}

connection& pooled_connection::operator*() const { return held_->on; }

void pooled_connection::discard() {
  if (held_) state_->forget(std::move(held_));
}

pool::pool(protocol::connect_options connect, pool_options options) : state_(std::make_shared<pool_state>()) {
  state_->connect = std::move(connect);
  state_->options = std::move(options);
  state_->options.max_connections = std::max<std::size_t>(state_->options.max_connections, 1);
}

result<std::unique_ptr<pool>> pool::open(std::string_view conninfo, pool_options options) {
  auto connect = options_from_conninfo(conninfo);
  if (!connect) return fail(std::move(connect).error());
  return std::make_unique<pool>(std::move(*connect), std::move(options));
}

pool::~pool() { close(); }

result<pooled_connection> pool::acquire(std::chrono::nanoseconds patience) {
  pool_observation what;
  if (!state_->options.observer) return acquire_until(deadline_after(patience), what);
  what.begun = pool_clock::now();
  auto acquired = acquire_until(deadline_after(patience), what);
  what.duration = pool_clock::now() - what.begun;
  what.failure = acquired ? nullptr : &acquired.error();
  const pool_metrics now = metrics();
  what.in_use = now.in_use;
  what.idle = now.idle;
  state_->options.observer->on_pool(what);
  return acquired;
}

result<pooled_connection> pool::acquire_until(pool_clock::time_point until, pool_observation& what) {
  auto got = find_place(*state_, until, what.waited);
  if (!got) return fail(std::move(got).error());
  if (got->found && got->idled) {
    const auto now = pool_clock::now();
    const bool old = state_->is_old(*got->found, now);
    const bool check = now - got->found->idle_since >= state_->options.check_after_idle;
    if (old || !got->found->on.is_open() || (check && !state_->answers(got->found->on))) {
      got->found.reset();
      const std::lock_guard lock(state_->mutex);
      ++state_->counts.closed;
      if (!old) ++state_->counts.replaced;
    }
  }
  if (!got->found) {
    auto opened = open_one(*state_);
    if (!opened) return fail(std::move(opened).error());
    what.opened = true;
    got->found = std::move(*opened);
  }
  {
    const std::lock_guard lock(state_->mutex);
    ++state_->counts.acquired;
  }
  return pooled_connection(state_, std::move(got->found));
}

pool_metrics pool::metrics() const {
  const std::lock_guard lock(state_->mutex);
  pool_metrics now = state_->counts;
  now.idle = state_->idle.size();
  now.waiting = state_->waiting.size();
  return now;
}

void pool::close() {
  std::vector<std::unique_ptr<pooled>> idle;
  {
    const std::lock_guard lock(state_->mutex);
    state_->closed = true;
    idle.swap(state_->idle);
    state_->counts.closed += idle.size();
    for (pool_state::waiter* each : state_->waiting) each->ready.notify_one();
  }
}

}  // namespace pgpipe
