// What one does with libpqxx 6. libpqxx_to_pgpipe.cpp does the same with pgpipe, and must print the same.
#include <cstdio>
#include <exception>
#include <pqxx/pqxx>
#include <string>
#include <tuple>

namespace {

void make_table(pqxx::connection& connection) {
  pqxx::nontransaction work(connection);
  work.exec("CREATE TEMPORARY TABLE account (name text UNIQUE, balance int, note text)");
}

void commit_a_transaction(pqxx::connection& connection) {
  pqxx::work work(connection);
  work.exec_params("INSERT INTO account VALUES ($1, $2, $3)", "ada", 100, "first");
  work.exec_params("INSERT INTO account VALUES ($1, $2, $3)", "bob", 50, nullptr);
  work.commit();
}

void read_rows(pqxx::connection& connection) {
  pqxx::work work(connection);
  const pqxx::result accounts =
      work.exec_params("SELECT name, balance, note FROM account WHERE balance > $1 ORDER BY 1", 10);
  for (const auto& row : accounts) {
    std::printf("%s %d %s\n", row["name"].as<std::string>().c_str(), row["balance"].as<int>(),
                row["note"].is_null() ? "-" : row["note"].c_str());
  }
}

void look_at_an_error(pqxx::connection& connection) {
  try {
    pqxx::work work(connection);
    work.exec("INSERT INTO account VALUES ('ada', 1)");
    work.commit();
  } catch (const pqxx::unique_violation& failure) {
    std::printf("unique violation %s\n", failure.sqlstate().c_str());
  }
}

void prepare(pqxx::connection& connection) {
  connection.prepare("deposit", "UPDATE account SET balance = balance + $2 WHERE name = $1");
  pqxx::work work(connection);
  const pqxx::result changed = work.exec_prepared("deposit", "bob", 5);
  work.commit();
  std::printf("%d changed\n", static_cast<int>(changed.affected_rows()));
}

void undo_a_part(pqxx::connection& connection) {
  pqxx::work work(connection);
  work.exec("UPDATE account SET balance = balance + 1");
  try {
    pqxx::subtransaction attempt(work);
    attempt.exec("SELECT 1/0");
    attempt.commit();
  } catch (const pqxx::sql_error& failure) {
    std::printf("undone: %s\n", failure.sqlstate().c_str());
  }
  work.commit();
}

void try_again(pqxx::connection& connection) {
  int tries = 0;
  pqxx::perform([&] {
    pqxx::work work(connection);
    ++tries;
    if (tries == 1) work.exec("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$");
    work.commit();
  });
  std::printf("%d tries\n", tries);
}

void load(pqxx::connection& connection) {
  pqxx::work work(connection);
  pqxx::stream_to rows(work, "account");
  for (int i = 0; i != 10; ++i) rows << std::make_tuple("account " + std::to_string(i), i, std::string("loaded"));
  rows.complete();
  const auto count = work.exec1("SELECT count(*), sum(balance) FROM account WHERE note = 'loaded'");
  std::printf("%d %d\n", count[0].as<int>(), count[1].as<int>());
  work.commit();
}

void pipeline(pqxx::connection& connection) {
  pqxx::work work(connection);
  pqxx::pipeline batch(work);
  for (int i = 1; i <= 10; ++i) batch.insert("SELECT " + std::to_string(i * i));
  int sum = 0;
  while (!batch.empty()) sum += batch.retrieve().second[0][0].as<int>();
  std::printf("%d\n", sum);
}

class news : public pqxx::notification_receiver {
 public:
  using pqxx::notification_receiver::notification_receiver;
  void operator()(const std::string& payload, int /*backend_pid*/) override {
    std::printf("%s: %s\n", channel().c_str(), payload.c_str());
  }
};

void listen(pqxx::connection& connection) {
  const news receiver(connection, "news");
  pqxx::nontransaction(connection).exec("NOTIFY news, 'hello'");
  connection.await_notification(10, 0);
}

void quote(pqxx::connection& connection) { std::printf("%s\n", connection.quote("it's").c_str()); }

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 1;
  try {
    pqxx::connection connection(argv[1]);
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
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
