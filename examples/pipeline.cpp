// A hundred statements in one round trip, and what becomes of the others when one fails.
//
//   pipeline CONNINFO
#include <cstdio>

#include <pgpipe/client/connection.hpp>

namespace {

void hundred_at_once(pgpipe::connection& connection) {
  const auto square = pgpipe::value_or_throw(connection.prepare("SELECT $1::int * $1::int"));
  pgpipe::pipeline batch(connection);
  for (int i = 1; i <= 100; ++i) pgpipe::value_or_throw(batch.push(square, i));
  pgpipe::value_or_throw(batch.sync());
  long sum = 0;
  while (const pgpipe::statement_result* result = batch.next()) {
    if (!result->is_group()) sum += (*result)[0].get<int>(0);
  }
  std::printf("the sum of the first hundred squares is %ld\n", sum);
}

// Atomic: an error undoes its group. Isolated: each statement stands for itself. The calls are the same.
void one_that_fails(pgpipe::connection& connection, pgpipe::group_scope scope) {
  pgpipe::pipeline batch(connection, {.scope = scope});
  for (const char* sql :
       {"INSERT INTO counted VALUES (1)", "INSERT INTO counted VALUES (1/0)", "INSERT INTO counted VALUES (2)"}) {
    pgpipe::value_or_throw(batch.push(sql));
  }
  for (const pgpipe::statement_result& result : pgpipe::value_or_throw(batch.collect())) {
    const std::string_view outcome = result.is_group() ? to_string(result.group()) : to_string(result.outcome());
    std::printf("  %-9s %.*s%s%s\n", result.is_group() ? "group" : "statement", static_cast<int>(outcome.size()),
                outcome.data(), result.failure() != nullptr ? ": " : "",
                result.failure() != nullptr ? result.failure()->text().c_str() : "");
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s CONNINFO\n", argv[0]);
    return 1;
  }
  try {
    auto connection = pgpipe::value_or_throw(pgpipe::connection::open(argv[1]));
    hundred_at_once(connection);
    pgpipe::value_or_throw(connection.exec("CREATE TEMPORARY TABLE counted (i int)"));
    std::printf("atomic:\n");
    one_that_fails(connection, pgpipe::group_scope::atomic);
    std::printf("isolated:\n");
    one_that_fails(connection, pgpipe::group_scope::isolated);
  } catch (const pgpipe::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
