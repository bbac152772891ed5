// Transaction blocks, savepoints, and transactions that run again when they collide with another.
#include <pgpipe/client/transaction.hpp>

#include "example.hpp"

using pgpipe::value_or_throw;

namespace {

void show(pgpipe::connection& connection, const char* when) {
  const auto balances = value_or_throw(connection.query("SELECT name, balance FROM account ORDER BY name"));
  std::printf("%s:", when);
  for (auto [name, balance] : balances.as<std::string, int>()) std::printf(" %s %d", name.c_str(), balance);
  std::printf("\n");
}

pgpipe::result<void> move(pgpipe::connection& connection, int amount, const char* from, const char* to) {
  const auto taken = connection.query("UPDATE account SET balance = balance - $1 WHERE name = $2", amount, from);
  if (!taken) return pgpipe::fail(taken.error());
  const auto given = connection.query("UPDATE account SET balance = balance + $1 WHERE name = $2", amount, to);
  if (!given) return pgpipe::fail(given.error());
  return {};
}

// A block that goes out of scope without commit() is rolled back, also by an exception.
void all_or_nothing(pgpipe::connection& connection) {
  {
    auto block = value_or_throw(pgpipe::transaction::begin(connection));
    value_or_throw(move(connection, 30, "ada", "bob"));
    value_or_throw(block.commit());
  }
  show(connection, "committed");
  {
    auto block = value_or_throw(pgpipe::transaction::begin(connection));
    value_or_throw(move(connection, 10, "ada", "bob"));
  }
  show(connection, "left without commit");
}

// Without a savepoint, an error makes the server refuse everything up to ROLLBACK.
void undo_a_part(pgpipe::connection& connection) {
  auto block = value_or_throw(pgpipe::transaction::begin(connection));
  value_or_throw(move(connection, 5, "ada", "bob"));
  auto attempt = value_or_throw(pgpipe::savepoint::set(block));
  if (const auto moved = move(connection, 1000, "ada", "bob"); !moved) {
    std::printf("%s\n", moved.error().text().c_str());
    value_or_throw(attempt.rollback());
  }
  value_or_throw(block.commit());
  show(connection, "the first part kept");
}

// Under SERIALIZABLE the server may refuse a transaction because of another one: it is run again, from the start.
void again_when_they_collide(pgpipe::connection& connection) {
  int tries = 0;
  const auto work = [&](pgpipe::transaction& block) -> pgpipe::result<void> {
    if (++tries == 1) {  // as if another transaction had been in the way
      const auto refused = block.on().exec("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$");
      return pgpipe::fail(refused.error());
    }
    return move(block.on(), 1, "bob", "ada");
  };
  const pgpipe::transaction_options serializable{.isolation = pgpipe::isolation_level::serializable};
  value_or_throw(pgpipe::run_with_retry(connection, work, {.transaction = serializable}));
  std::printf("%d tries\n", tries);
  show(connection, "moved once");
}

void example(const char* conninfo) {
  pgpipe::connection connection = value_or_throw(pgpipe::connection::open(conninfo));
  value_or_throw(
      connection.exec("CREATE TEMPORARY TABLE account (name text, balance int CHECK (balance >= 0)); "
                      "INSERT INTO account VALUES ('ada', 100), ('bob', 0)"));
  all_or_nothing(connection);
  undo_a_part(connection);
  again_when_they_collide(connection);
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
