// One prepared SELECT at a time, by PQexecPrepared.
#include "libpq.hpp"

#include "contender.hpp"

namespace {

using namespace pgpipe::perf;

void run_one(PGconn* connection) {
  PGresult* result =
      expect(connection, PQexecPrepared(connection, "s", 0, nullptr, nullptr, nullptr, 0), PGRES_TUPLES_OK);
  expect_one(result);
  PQclear(result);
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = task_from(argc, argv);
  PGconn* connection = connect_by_libpq(task);
  prepare_by_libpq(connection, "SELECT 1");
  run_one(connection);
  stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) run_one(connection);
  watch.report(task.rounds);
  PQfinish(connection);
}
