// 100 prepared SELECT 1, each in a group of its own, by libpq's pipeline mode, whose PQpipelineSync writes every time.
#include "libpq.hpp"

#include <string_view>

#include "contender.hpp"

namespace {

using pgpipe::perf::expect;
using pgpipe::perf::give_up;

void run_pipeline(PGconn* connection) {
  for (int i = 0; i != 100; ++i) {
    if (PQsendQueryPrepared(connection, "s", 0, nullptr, nullptr, nullptr, 0) != 1) give_up(PQerrorMessage(connection));
    if (PQpipelineSync(connection) != 1) give_up(PQerrorMessage(connection));
  }
  for (int i = 0; i != 100; ++i) {
    PGresult* result = expect(connection, PQgetResult(connection), PGRES_TUPLES_OK);
    if (std::string_view(PQgetvalue(result, 0, 0)) != "1") give_up("wrong answer");
    PQclear(result);
    if (PQgetResult(connection) != nullptr) give_up("expected the end of the statement");
    PQclear(expect(connection, PQgetResult(connection), PGRES_PIPELINE_SYNC));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  PGconn* connection = pgpipe::perf::connect_by_libpq(task);
  pgpipe::perf::prepare_by_libpq(connection, "SELECT 1");
  PQenterPipelineMode(connection);
  run_pipeline(connection);
  pgpipe::perf::stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) run_pipeline(connection);
  watch.report(100 * task.rounds);
  PQfinish(connection);
}
