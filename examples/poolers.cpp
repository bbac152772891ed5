// A connection that knows what stands between it and the server.
#include <string>

#include "example.hpp"

using pgpipe::value_or_throw;

namespace {

// Sixty-four statements in one write, by whatever messages the mode has a place for.
void sum_of_squares(pgpipe::connection& connection) {
  pgpipe::pipeline batch(connection, {.scope = pgpipe::group_scope::isolated});
  for (int i = 1; i <= 64; ++i) value_or_throw(batch.push("SELECT $1 * $1", i));
  long sum = 0;
  for (const pgpipe::statement_result& result : value_or_throw(batch.collect())) {
    if (!result.is_group()) sum += result[0].get<int>(0);
  }
  std::printf("%s: %ld\n", std::string(to_string(connection.pooler_mode())).c_str(), sum);
}

void example(const char* conninfo) {
  pgpipe::connection connection = value_or_throw(pgpipe::connection::open(conninfo));
  sum_of_squares(connection);

  value_or_throw(connection.set_pooler_mode(pgpipe::pooler_mode::transaction_unnamed));
  sum_of_squares(connection);
  const auto prepared = connection.prepare("SELECT $1::int * 2");
  std::printf("%s\n", prepared.error().text().c_str());

  value_or_throw(connection.set_pooler_mode(pgpipe::pooler_mode::simple));
  sum_of_squares(connection);
  const auto quoted = value_or_throw(connection.query("SELECT length($1)", "it's; --"));
  std::printf("%d characters\n", quoted[0].get<int>(0));
  std::printf("%s\n", connection.query("SELECT length($1)", "\xff").error().text().c_str());
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
