#include <utility>

#include <pgpipe/client/portal.hpp>

#include "link.hpp"

namespace pgpipe {
namespace {

result<void> require_transaction_block(connection& on) {
  if (auto idle = on.link().require_idle(); !idle) return idle;
  if (on.status() != protocol::transaction_status::idle) return {};
  return fail(error_category::usage, "a portal needs a transaction block", retry_safety::safe);
}

}  // namespace

result<portal> portal::open_parameters(connection& on, const prepared_statement& statement, parameters arguments) {
  if (auto ready = require_transaction_block(on); !ready) return fail(std::move(ready).error());
  bound_portal what;
  auto pushed = on.link().push_bind(statement, arguments, detail::result_kind::lone_statement, what);
  return finish_open(on, std::move(pushed), std::move(what));
}

result<portal> portal::open_parameters(connection& on, std::string_view sql, parameters arguments) {
  if (auto ready = require_transaction_block(on); !ready) return fail(std::move(ready).error());
  bound_portal what;
  auto pushed = on.link().push_bind(sql, arguments, detail::result_kind::lone_statement, what);
  return finish_open(on, std::move(pushed), std::move(what));
}

result<portal> portal::finish_open(connection& on, result<statement_id> pushed, bound_portal what) {
  auto bound = on.link().finish_lone(std::move(pushed));
  if (!bound) return fail(std::move(bound).error());
  if (!what.columns_known) {
    if (!bound->columns().empty()) what.columns = std::make_shared<const protocol::row_shape>(bound->columns());
    what.columns_known = true;
  }
  return portal(on, std::move(what));
}

result<statement_result> portal::fetch(std::int32_t rows) {
  if (rows < 0) return fail(error_category::usage, "a portal cannot fetch a negative number of rows");
  detail::link& link = connection_->link();
  if (auto idle = link.require_idle(); !idle) return fail(std::move(idle).error());
  if (link.watch() != nullptr) link.watch()->begin("");
  auto fetched = link.finish_lone(link.push_fetch(what_, rows, detail::result_kind::lone_statement));
  if (link.watch() != nullptr) {
    link.watch()->end(detail::watched_call::query, what_.name, fetched ? fetched->size() : 0,
                      fetched ? nullptr : &fetched.error());
  }
  if (fetched) done_ = fetched->outcome() != statement_outcome::suspended;
  return fetched;
}

const protocol::row_shape& portal::columns() const {
  static const protocol::row_shape none;
  return what_.columns ? *what_.columns : none;
}

result<void> portal::close() {
  detail::link& link = connection_->link();
  if (auto idle = link.require_idle(); !idle) return idle;
  auto closed = link.finish_lone(link.push_close(what_, detail::result_kind::lone_statement));
  if (!closed) return fail(std::move(closed).error());
  return {};
}

}  // namespace pgpipe
