// Texts that are prepared at their first use, without anybody having to keep prepared statements.
#include <string>

#include "example.hpp"

using pgpipe::value_or_throw;

namespace {

std::string name_of(pgpipe::connection& connection, int id) {
  const auto found = value_or_throw(connection.query("SELECT name FROM item WHERE id = $1", id));
  return found[0].get<std::string>(0);
}

void example(const char* conninfo) {
  pgpipe::connection connection = value_or_throw(pgpipe::connection::open(conninfo));
  value_or_throw(
      connection.exec("CREATE TEMPORARY TABLE item (id int, name text); "
                      "INSERT INTO item SELECT i, 'item ' || i FROM generate_series(1, 9) i"));

  connection.set_statement_cache(100);                  // so many texts; the one used longest ago makes room
  std::printf("%s\n", name_of(connection, 7).c_str());  // parsed, described and run, in one round trip
  std::printf("%s\n", name_of(connection, 8).c_str());  // Bind and Execute only
  value_or_throw(connection.exec("DEALLOCATE ALL"));    // somebody takes the statements away:
  std::printf("%s\n", name_of(connection, 9).c_str());  // it is parsed again
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
