// What goes wrong, and what an error tells: who is wrong, what the server says, and whether trying again is safe.
#include <string>

#include "example.hpp"

using pgpipe::value_or_throw;

namespace {

// Without value_or_throw() you get a result<T>, which holds the value or an error. *result is the value.
void look_before_you_take(pgpipe::connection& connection) {
  const auto inserted = connection.query("INSERT INTO member VALUES ($1, $2)", 1, "ada");
  if (inserted) {
    std::printf("%s\n", std::string(inserted->command_tag()).c_str());
  } else {
    std::printf("%s\n", inserted.error().text().c_str());
  }
}

// The SQLSTATE says what it is (manual, appendix "PostgreSQL Error Codes"); server() has all of the server's fields.
void errors_of_the_server(pgpipe::connection& connection) {
  const auto again = connection.query("INSERT INTO member VALUES ($1, $2)", 2, "ada");
  if (!again && again.error().sqlstate() == "23505") {
    const pgpipe::server_message* fields = again.error().server();
    std::printf("unique_violation of %s: %s\n", fields->constraint_name.c_str(), fields->message.c_str());
  }
}

// The connection stays as it was: only an error that is_fatal() has ended it.
void errors_of_yours(pgpipe::connection& connection) {
  const auto members = value_or_throw(connection.query("SELECT id, NULL::text AS nickname FROM member"));
  const pgpipe::row first = members[0];
  if (const auto nickname = first.decode<std::string>("nickname"); !nickname) {
    std::printf("%s\n", nickname.error().text().c_str());
  }
  if (const auto id = first.decode<bool>("id"); !id) std::printf("%s\n", id.error().text().c_str());
  std::printf("the connection is %s\n", connection.is_open() ? "open" : "closed");
}

// safe_to_retry() says that nothing of the failed work lasts, so that doing it again does it once.
void errors_of_the_network(pgpipe::connection& connection) {
  const auto gone = connection.query("SELECT pg_terminate_backend(pg_backend_pid())");
  std::printf("%s; fatal: %s, safe to retry: %s\n", gone.error().text().c_str(), gone.error().is_fatal() ? "yes" : "no",
              gone.error().safe_to_retry() ? "yes" : "no");
  const auto later = connection.query("SELECT 1");
  std::printf("category %s, safe to retry: %s\n", std::string(to_string(later.error().category())).c_str(),
              later.error().safe_to_retry() ? "yes" : "no");
  value_or_throw(connection.reconnect());  // temporary tables and settings are gone; handlers stay
  std::printf("the connection is %s\n", connection.is_open() ? "open" : "closed");
}

void example(const char* conninfo) {
  pgpipe::connection connection = value_or_throw(pgpipe::connection::open(conninfo));
  value_or_throw(connection.exec("CREATE TEMPORARY TABLE member (id int, name text UNIQUE)"));
  look_before_you_take(connection);
  errors_of_the_server(connection);
  errors_of_yours(connection);
  errors_of_the_network(connection);
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
