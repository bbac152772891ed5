// Connects, runs statements, with parameters and prepared, and reads rows.
#include <optional>
#include <string>
#include <string_view>

#include "example.hpp"

using pgpipe::value_or_throw;

namespace {

void example(const char* conninfo) {
  pgpipe::connection connection = value_or_throw(pgpipe::connection::open(conninfo));

  // Several statements at once, without parameters.
  value_or_throw(
      connection.exec("CREATE TEMPORARY TABLE book (id int, title text); "
                      "INSERT INTO book VALUES (1, 'Dune'), (2, 'Emma'), (3, NULL)"));

  // One statement with parameters $1, $2, ...: never paste values into SQL.
  const auto books = value_or_throw(connection.query("SELECT id, title FROM book WHERE id <= $1 ORDER BY id", 3));

  // The C++ types say how the columns are read. What may be NULL is an optional.
  for (auto [id, title] : books.as<int, std::optional<std::string>>()) {
    std::printf("%d %s\n", id, title ? title->c_str() : "(no title)");
  }

  // A prepared statement is parsed once, and then executed as often as you like.
  const auto rename = value_or_throw(connection.prepare("UPDATE book SET title = $2 WHERE id = $1"));
  const auto renamed = value_or_throw(connection.execute(rename, 3, "Ulysses"));
  std::printf("%d row renamed\n", static_cast<int>(renamed.affected_rows()));

  // One value, by the column's name.
  const auto third = value_or_throw(connection.query("SELECT title FROM book WHERE id = 3"));
  std::printf("3 %s\n", third[0].get<std::string>("title").c_str());
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
