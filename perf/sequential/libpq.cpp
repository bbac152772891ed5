// One prepared SELECT at a time, by PQexecPrepared.
#include <string_view>

#include <libpq-fe.h>

#include "contender.hpp"

namespace {

using pgpipe::perf::give_up;

void run_one(PGconn* connection) {
  PGresult* result = PQexecPrepared(connection, "s", 0, nullptr, nullptr, nullptr, 0);
  if (PQresultStatus(result) != PGRES_TUPLES_OK || std::string_view(PQgetvalue(result, 0, 0)) != "1") {
    give_up(PQerrorMessage(connection));
  }
  PQclear(result);
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  PGconn* connection = PQconnectdb(task.conninfo.c_str());
  if (PQstatus(connection) != CONNECTION_OK) give_up(PQerrorMessage(connection));
  PQclear(PQprepare(connection, "s", "SELECT 1", 0, nullptr));
  run_one(connection);
  pgpipe::perf::stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) run_one(connection);
  watch.report(task.rounds);
  PQfinish(connection);
}
