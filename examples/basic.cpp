// Connects, runs statements with parameters, and reads rows.
//
//   basic CONNINFO
#include <cstdio>
#include <string>

#include <pgpipe/client/connection.hpp>

namespace {

pgpipe::result<void> run(const char* conninfo) {
  auto connection = pgpipe::connection::open(conninfo);
  if (!connection) return pgpipe::fail(connection.error());

  // Several statements at once, without parameters.
  if (auto made = connection->exec("CREATE TEMPORARY TABLE book (id int, title text); "
                                   "INSERT INTO book VALUES (1, 'Dune'), (2, 'Emma'), (3, NULL)");
      !made) {
    return pgpipe::fail(made.error());
  }

  // One statement with parameters: never paste values into SQL.
  const auto books = connection->query("SELECT id, title FROM book WHERE id <= $1 ORDER BY id", 3);
  if (!books) return pgpipe::fail(books.error());
  for (const pgpipe::row book : *books) {
    const auto title = book.get<std::optional<std::string>>("title");
    std::printf("%d %s\n", book.get<int>("id"), title ? title->c_str() : "(no title)");
  }

  // A prepared statement is parsed and described once.
  const auto rename = connection->prepare("UPDATE book SET title = $2 WHERE id = $1");
  if (!rename) return pgpipe::fail(rename.error());
  const auto renamed = connection->execute(*rename, 3, "Ulysses");
  if (!renamed) return pgpipe::fail(renamed.error());
  std::printf("%llu row renamed\n", static_cast<unsigned long long>(renamed->affected_rows()));
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s CONNINFO\n", argv[0]);
    return 1;
  }
  const auto done = run(argv[1]);
  if (!done) std::fprintf(stderr, "%s\n", done.error().text().c_str());
  return done ? 0 : 1;
}
