#include <atomic>
#include <random>
#include <thread>
#include <utility>

#include <pgpipe/client/transaction.hpp>

#include "begin_statement.hpp"
#include "link.hpp"

namespace pgpipe {

std::string detail::begin_statement(const transaction_options& options) {
  std::string sql = "BEGIN";
  switch (options.isolation) {
    case isolation_level::server_default: break;
    case isolation_level::read_committed: sql += " ISOLATION LEVEL READ COMMITTED"; break;
    case isolation_level::repeatable_read: sql += " ISOLATION LEVEL REPEATABLE READ"; break;
    case isolation_level::serializable: sql += " ISOLATION LEVEL SERIALIZABLE"; break;
  }
  if (options.access == access_mode::read_write) sql += " READ WRITE";
  if (options.access == access_mode::read_only) sql += " READ ONLY";
  if (options.deferrable) sql += " DEFERRABLE";
  return sql;
}

namespace {

// A scope's end has to leave no results behind that would bar the ROLLBACK.
void roll_back_at_scope_end(connection& on, const std::string& sql) {
  if (!on.is_open()) return;
  detail::link& link = on.link();
  while (!link.results().empty()) {
    if (link.session().group_open()) std::ignore = link.push_sync();
    link.drain_front();
  }
  // While answers are abandoned, the status is not the last word.
  if (on.status() == protocol::transaction_status::idle && link.session().outstanding() == 0) return;
  std::vector<statement_result> results;
  const auto id = link.push_simple_query(sql, results);
  link.send_some();  // whatever deadline has passed
  if (id) link.wait_for(*id);
  if (id) link.pop_front();
}

// A deadline that passed before the end of a block could be sent has left the block open.
bool was_not_sent(const error& failure) {
  return failure.category() == error_category::timeout && failure.safe_to_retry();
}

}  // namespace

result<transaction> transaction::begin(connection& on, const transaction_options& options) {
  if (on.is_open() && on.status() != protocol::transaction_status::idle) {
    return fail(error_category::usage, "the connection is in a transaction block already", retry_safety::safe);
  }
  if (auto begun = on.exec(detail::begin_statement(options)); !begun) return fail(std::move(begun).error());
  return transaction(on);
}

transaction::transaction(transaction&& other) noexcept : connection_(std::exchange(other.connection_, nullptr)) {}

transaction::~transaction() {
  if (connection_ != nullptr) roll_back_at_scope_end(*connection_, "ROLLBACK");
}

result<void> transaction::commit() {
  if (connection_ == nullptr) return fail(error_category::usage, "the transaction has ended", retry_safety::safe);
  if (auto idle = connection_->link().require_idle(); !idle) return idle;
  auto results = connection_->exec("COMMIT");
  if (results || !was_not_sent(results.error())) connection_ = nullptr;
  if (!results) return fail(std::move(results).error());
  if (results->front().command_tag() == "ROLLBACK") {
    return fail(error_category::usage, "COMMIT ended in ROLLBACK: an earlier statement of the transaction had failed",
                retry_safety::safe);
  }
  return {};
}

result<void> transaction::rollback() {
  if (connection_ == nullptr) return fail(error_category::usage, "the transaction has ended", retry_safety::safe);
  if (auto idle = connection_->link().require_idle(); !idle) return idle;
  auto results = connection_->exec("ROLLBACK");
  if (results || !was_not_sent(results.error())) connection_ = nullptr;
  if (!results) return fail(std::move(results).error());
  return {};
}

result<savepoint> savepoint::set(transaction& within) {
  static std::atomic<std::uint64_t> number{0};
  savepoint made(within.on(), "pgpipe_" + std::to_string(++number));
  auto results = within.on().exec("SAVEPOINT " + made.name_);
  if (!results) {
    made.connection_ = nullptr;
    return fail(std::move(results).error());
  }
  return made;
}

savepoint::savepoint(savepoint&& other) noexcept
    : connection_(std::exchange(other.connection_, nullptr)), name_(std::move(other.name_)) {}

savepoint::~savepoint() {
  if (connection_ != nullptr) roll_back_at_scope_end(*connection_, "ROLLBACK TO SAVEPOINT " + name_);
}

result<void> savepoint::release() { return run("RELEASE SAVEPOINT " + name_); }
result<void> savepoint::rollback() { return run("ROLLBACK TO SAVEPOINT " + name_); }

result<void> savepoint::run(const std::string& sql) {
  if (connection_ == nullptr) return fail(error_category::usage, "the savepoint has ended", retry_safety::safe);
  if (auto idle = connection_->link().require_idle(); !idle) return idle;
  auto results = connection_->exec(sql);
  if (results || !was_not_sent(results.error())) connection_ = nullptr;
  if (!results) return fail(std::move(results).error());
  return {};
}

bool is_retryable(const error& failure) { return failure.sqlstate() == "40001" || failure.sqlstate() == "40P01"; }

result<void> run_with_retry(connection& on, const std::function<result<void>(transaction&)>& work,
                            const retry_options& options) {
  std::minstd_rand random(std::random_device{}());
  for (int attempt = 1;; ++attempt) {
    result<void> outcome;
    {
      auto begun = transaction::begin(on, options.transaction);
      if (!begun) return fail(std::move(begun).error());
      outcome = work(*begun);
      if (outcome) outcome = begun->commit();
    }
    if (outcome || !is_retryable(outcome.error()) || attempt >= options.max_tries || !on.is_open()) return outcome;
    std::uniform_int_distribution<std::chrono::milliseconds::rep> wait(0, attempt * options.backoff.count());
    std::this_thread::sleep_for(std::chrono::milliseconds(wait(random)));
  }
}

}  // namespace pgpipe
