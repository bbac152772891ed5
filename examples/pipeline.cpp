// A hundred statements in one round trip, and what becomes of the others when one fails.
#include <string>
#include <string_view>

#include "example.hpp"

using pgpipe::value_or_throw;

namespace {

// push() queues, sync() ends the group and sends it: two system calls for the hundred. next() gives the results in the
// order of the statements, and behind them the group's own.
void hundred_at_once(pgpipe::connection& connection) {
  const auto square = value_or_throw(connection.prepare("SELECT $1::int * $1::int"));
  pgpipe::pipeline batch(connection);
  for (int i = 1; i <= 100; ++i) value_or_throw(batch.push(square, i));
  value_or_throw(batch.sync());
  long sum = 0;
  while (const pgpipe::statement_result* result = batch.next()) {
    if (!result->is_group()) sum += (*result)[0].get<int>(0);
  }
  std::printf("the sum of the first hundred squares is %ld\n", sum);
}

void show(const pgpipe::statement_result& result) {
  const std::string_view outcome = result.is_group() ? to_string(result.group()) : to_string(result.outcome());
  std::printf("  %-9s %s", result.is_group() ? "group" : "statement", std::string(outcome).c_str());
  if (const pgpipe::error* failure = result.failure()) std::printf(": %s", failure->text().c_str());
  std::printf("\n");
}

// Atomic: an error undoes its group, and the rest of it is skipped. Isolated: each statement is a group of its own. The
// calls are the same, and so is the one write.
void one_that_fails(pgpipe::connection& connection, pgpipe::group_scope scope) {
  pgpipe::pipeline batch(connection, {.scope = scope});
  value_or_throw(batch.push("INSERT INTO counted VALUES (1)"));
  value_or_throw(batch.push("INSERT INTO counted VALUES (1/0)"));
  value_or_throw(batch.push("INSERT INTO counted VALUES (2)"));
  for (const pgpipe::statement_result& result : value_or_throw(batch.collect())) show(result);
}

void example(const char* conninfo) {
  pgpipe::connection connection = value_or_throw(pgpipe::connection::open(conninfo));
  hundred_at_once(connection);
  value_or_throw(connection.exec("CREATE TEMPORARY TABLE counted (i int)"));
  std::printf("atomic:\n");
  one_that_fails(connection, pgpipe::group_scope::atomic);
  std::printf("isolated:\n");
  one_that_fails(connection, pgpipe::group_scope::isolated);
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
