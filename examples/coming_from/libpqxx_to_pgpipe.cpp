// What libpqxx.cpp does, with pgpipe.
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include <pgpipe/client/copy.hpp>
#include <pgpipe/client/copy_writer.hpp>
#include <pgpipe/client/transaction.hpp>

#include "../example.hpp"

using pgpipe::value_or_throw;

namespace {

void make_table(pgpipe::connection& connection) {
  value_or_throw(connection.exec("CREATE TEMPORARY TABLE account (name text UNIQUE, balance int, note text)"));
}

void commit_a_transaction(pgpipe::connection& connection) {
  auto block = value_or_throw(pgpipe::transaction::begin(connection));
  value_or_throw(connection.query("INSERT INTO account VALUES ($1, $2, $3)", "ada", 100, "first"));
  value_or_throw(connection.query("INSERT INTO account VALUES ($1, $2, $3)", "bob", 50, std::nullopt));
  value_or_throw(block.commit());
}

void read_rows(pgpipe::connection& connection) {
  const auto accounts =
      value_or_throw(connection.query("SELECT name, balance, note FROM account WHERE balance > $1 ORDER BY 1", 10));
  for (auto [name, balance, note] : accounts.as<std::string, int, std::optional<std::string>>()) {
    std::printf("%s %d %s\n", name.c_str(), balance, note.value_or("-").c_str());
  }
}

void look_at_an_error(pgpipe::connection& connection) {
  const auto twice = connection.exec("INSERT INTO account VALUES ('ada', 1)");
  if (!twice && twice.error().sqlstate() == "23505") {
    std::printf("unique violation %s\n", std::string(twice.error().sqlstate()).c_str());
  }
}

void prepare(pgpipe::connection& connection) {
  const auto deposit = value_or_throw(connection.prepare("UPDATE account SET balance = balance + $2 WHERE name = $1"));
  const auto changed = value_or_throw(connection.execute(deposit, "bob", 5));
  std::printf("%d changed\n", static_cast<int>(changed.affected_rows()));
}

void undo_a_part(pgpipe::connection& connection) {
  auto block = value_or_throw(pgpipe::transaction::begin(connection));
  value_or_throw(connection.exec("UPDATE account SET balance = balance + 1"));
  auto attempt = value_or_throw(pgpipe::savepoint::set(block));
  if (const auto divided = connection.exec("SELECT 1/0"); !divided) {
    value_or_throw(attempt.rollback());
    std::printf("undone: %s\n", std::string(divided.error().sqlstate()).c_str());
  }
  value_or_throw(block.commit());
}

void try_again(pgpipe::connection& connection) {
  int tries = 0;
  const auto work = [&](pgpipe::transaction& block) -> pgpipe::result<void> {
    if (++tries > 1) return {};
    return pgpipe::fail(block.on().exec("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$").error());
  };
  value_or_throw(pgpipe::run_with_retry(connection, work));
  std::printf("%d tries\n", tries);
}

void load(pgpipe::connection& connection) {
  auto data = value_or_throw(pgpipe::copy_in::begin(connection, "COPY account FROM STDIN (FORMAT binary)"));
  pgpipe::copy_writer rows(data, pgpipe::copy_format::binary);
  for (int i = 0; i != 10; ++i) value_or_throw(rows.row("account " + std::to_string(i), i, "loaded"));
  value_or_throw(rows.finish());
  value_or_throw(data.finish());
  const auto count =
      value_or_throw(connection.query("SELECT count(*), sum(balance) FROM account WHERE note = 'loaded'"));
  auto [number, sum] = count[0].as<int, int>();
  std::printf("%d %d\n", number, sum);
}

void pipeline(pgpipe::connection& connection) {
  pgpipe::pipeline batch(connection);
  for (int i = 1; i <= 10; ++i) value_or_throw(batch.push("SELECT $1::int * $1::int", i));
  value_or_throw(batch.sync());
  int sum = 0;
  while (const pgpipe::statement_result* result = batch.next()) {
    if (!result->is_group()) sum += (*result)[0].get<int>(0);
  }
  std::printf("%d\n", sum);
}

void listen(pgpipe::connection& connection) {
  connection.on_notification([](std::int32_t, std::string_view channel, std::string_view payload) {
    std::printf("%s: %s\n", std::string(channel).c_str(), std::string(payload).c_str());
  });
  // Its own notification may have come with the answer already, and then the handler has been called.
  value_or_throw(connection.exec("LISTEN news; NOTIFY news, 'hello'"));
  value_or_throw(connection.wait_for_notification(std::chrono::milliseconds(0)));
}

void quote(pgpipe::connection& connection) {
  std::printf("%s\n", value_or_throw(connection.escape_literal("it's")).c_str());
}

void example(const char* conninfo) {
  pgpipe::connection connection = value_or_throw(pgpipe::connection::open(conninfo));
  make_table(connection);
  commit_a_transaction(connection);
  read_rows(connection);
  look_at_an_error(connection);
  prepare(connection);
  undo_a_part(connection);
  try_again(connection);
  load(connection);
  pipeline(connection);
  listen(connection);
  quote(connection);
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
