// What libpq.cpp does, with pgpipe.
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include <pgpipe/client/copy.hpp>
#include <pgpipe/client/copy_writer.hpp>

#include "../example.hpp"

using pgpipe::value_or_throw;

namespace {

void run_text(pgpipe::connection& connection) {
  value_or_throw(
      connection.exec("CREATE TEMPORARY TABLE book (id int, title text UNIQUE); "
                      "INSERT INTO book VALUES (1, 'Dune'), (2, 'Emma'), (3, NULL)"));
}

void ask_with_parameters(pgpipe::connection& connection) {
  const auto books = value_or_throw(connection.query("SELECT id, title FROM book WHERE id > $1 ORDER BY id", 1));
  for (auto [id, title] : books.as<int, std::optional<std::string>>()) {
    std::printf("%d %s\n", id, title.value_or("(no title)").c_str());
  }
}

void read_binary(pgpipe::connection& connection) {
  const auto statement =
      value_or_throw(connection.prepare("SELECT 42::int4", {}, pgpipe::result_format::binary_where_known));
  const auto answer = value_or_throw(connection.execute(statement));
  std::printf("%d\n", answer[0].get<int>(0));
}

void look_at_an_error(pgpipe::connection& connection) {
  const auto twice = connection.exec("INSERT INTO book VALUES (4, 'Emma')");
  if (!twice && twice.error().server() != nullptr) {
    std::printf("%s on %s\n", std::string(twice.error().sqlstate()).c_str(),
                twice.error().server()->constraint_name.c_str());
  }
}

void prepare(pgpipe::connection& connection) {
  const auto rename = value_or_throw(connection.prepare("UPDATE book SET title = $2 WHERE id = $1"));
  const auto renamed = value_or_throw(connection.execute(rename, 3, "Ulysses"));
  std::printf("%d renamed\n", static_cast<int>(renamed.affected_rows()));
}

void read_row_by_row(pgpipe::connection& connection) {
  auto numbers = value_or_throw(connection.stream("SELECT generate_series(1, 10000)"));
  long sum = 0;
  for (const pgpipe::row& number : numbers) sum += number.get<int>(0);
  std::printf("%ld\n", sum);
}

void pipeline(pgpipe::connection& connection) {
  const auto square = value_or_throw(connection.prepare("SELECT $1::int * $1::int"));
  pgpipe::pipeline batch(connection);
  for (int i = 1; i <= 100; ++i) value_or_throw(batch.push(square, i));
  value_or_throw(batch.sync());
  long sum = 0;
  while (const pgpipe::statement_result* result = batch.next()) {
    if (!result->is_group()) sum += (*result)[0].get<int>(0);
  }
  std::printf("%ld\n", sum);
}

void copy(pgpipe::connection& connection) {
  auto data = value_or_throw(pgpipe::copy_in::begin(connection, "COPY book FROM STDIN"));
  pgpipe::copy_writer rows(data, pgpipe::copy_format::text);
  for (int i = 10; i != 20; ++i) value_or_throw(rows.row(i, "book " + std::to_string(i)));
  value_or_throw(rows.finish());
  std::printf("%d copied\n", static_cast<int>(value_or_throw(data.finish())));
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
  run_text(connection);
  ask_with_parameters(connection);
  read_binary(connection);
  look_at_an_error(connection);
  prepare(connection);
  read_row_by_row(connection);
  pipeline(connection);
  copy(connection);
  listen(connection);
  quote(connection);
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
