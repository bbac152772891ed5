// 100 prepared SELECT 1 a pipeline, by libpq's pipeline mode.
#include "libpq.hpp"

#include "contender.hpp"

namespace {

using namespace pgpipe::perf;

void run_pipeline(PGconn* connection) {
  for (int i = 0; i != 100; ++i) send_prepared(connection);
  send_sync(connection);
  for (int i = 0; i != 100; ++i) take_rows(connection, expect_one);
  take_sync(connection);
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = task_from(argc, argv);
  PGconn* connection = connect_by_libpq(task);
  prepare_by_libpq(connection, "SELECT 1");
  PQenterPipelineMode(connection);
  run_pipeline(connection);
  stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) run_pipeline(connection);
  watch.report(100 * task.rounds);
  PQfinish(connection);
}
