#include "pool_state.hpp"

#include <utility>

#include <pgpipe/client/deadline_scope.hpp>

#include "link.hpp"

namespace pgpipe::detail {

bool pool_state::is_old(const pooled& one, pool_clock::time_point now) const {
  const auto passed = [now](pool_clock::time_point since, std::chrono::nanoseconds limit) {
    return limit != limit.zero() && now - since > limit;
  };
  return passed(one.opened, options.max_lifetime) || passed(one.idle_since, options.max_idle);
}

// Asks nothing of the server where nothing is open: a connection that is used well comes back for free.
bool pool_state::reset(connection& on) const {
  if (!on.is_open()) return false;
  on.set_timeout(std::chrono::nanoseconds::zero());
  on.set_deadline(pool_clock::time_point::max());
  const deadline_scope limit(on, options.check_timeout);
  if (!on.link().results().empty()) return false;
  const bool in_doubt = on.link().session().outstanding() != 0;  // abandoned answers are still to come
  if ((in_doubt || on.status() != protocol::transaction_status::idle) && !on.exec("ROLLBACK")) return false;
  // Behind a pooler of transactions no session is this connection's, so nothing of the last user is left in one.
  if (options.reset == reset_policy::discard_all && on.pooler_mode() == pooler_mode::session) {
    if (!on.exec("DISCARD ALL")) return false;
    on.link().cache().forget_all();
  }
  return on.status() == protocol::transaction_status::idle;
}

bool pool_state::answers(connection& on) const {
  const deadline_scope limit(on, options.check_timeout);
  return on.is_open() && on.exec("").has_value();
}

void pool_state::give_back(std::unique_ptr<pooled> returned) {
  const bool fit = reset(returned->on);
  returned->idle_since = pool_clock::now();
  std::unique_lock lock(mutex);
  if (!fit || closed || is_old(*returned, returned->idle_since)) {
    lock.unlock();
    return forget(std::move(returned));
  }
  if (!waiting.empty()) {
    waiter& first = *waiting.front();
    waiting.pop_front();
    first.given = std::move(returned);
    first.ready.notify_one();
    return;
  }
  --counts.in_use;
  idle.push_back(std::move(returned));
}

void pool_state::forget(std::unique_ptr<pooled> gone) {
  gone.reset();
  const std::lock_guard lock(mutex);
  ++counts.closed;
  free_place();
}

void pool_state::free_place() {
  if (waiting.empty()) {
    --counts.in_use;
    return;
  }
  waiter& first = *waiting.front();
  waiting.pop_front();
  first.may_open = true;
  first.ready.notify_one();
}

}  // namespace pgpipe::detail
