// 100 prepared SELECT 1 a pipeline, by libpq's pipeline mode.
#include <string_view>

#include <libpq-fe.h>

#include "contender.hpp"

namespace {

using pgpipe::perf::give_up;

void run_pipeline(PGconn* connection) {
  for (int i = 0; i != 100; ++i) {
    if (PQsendQueryPrepared(connection, "s", 0, nullptr, nullptr, nullptr, 0) != 1) give_up(PQerrorMessage(connection));
  }
  if (PQpipelineSync(connection) != 1) give_up(PQerrorMessage(connection));
  for (int i = 0; i != 100; ++i) {
    PGresult* result = PQgetResult(connection);
    if (PQresultStatus(result) != PGRES_TUPLES_OK || std::string_view(PQgetvalue(result, 0, 0)) != "1") {
      give_up(PQerrorMessage(connection));
    }
    PQclear(result);
    if (PQgetResult(connection) != nullptr) give_up("expected the end of the statement");
  }
  PGresult* sync = PQgetResult(connection);
  if (PQresultStatus(sync) != PGRES_PIPELINE_SYNC) give_up(PQerrorMessage(connection));
  PQclear(sync);
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  PGconn* connection = PQconnectdb(task.conninfo.c_str());
  if (PQstatus(connection) != CONNECTION_OK) give_up(PQerrorMessage(connection));
  PQclear(PQprepare(connection, "s", "SELECT 1", 0, nullptr));
  PQenterPipelineMode(connection);
  run_pipeline(connection);
  pgpipe::perf::stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) run_pipeline(connection);
  watch.report(100 * task.rounds);
  PQfinish(connection);
}
