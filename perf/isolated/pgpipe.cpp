// 100 prepared SELECT 1, each in a group of its own, in one write, by pgpipe.
#include <pgpipe/client/connection.hpp>

#include "contender.hpp"

namespace {

using pgpipe::perf::give_up;

void run_pipeline(pgpipe::pipeline& pipeline, const pgpipe::prepared_statement& statement) {
  for (int i = 0; i != 100; ++i) {
    if (!pipeline.push(statement)) give_up("push failed");
  }
  if (!pipeline.sync()) give_up("sync failed");
  for (int i = 0; i != 100; ++i) {
    const pgpipe::statement_result* result = pipeline.next();
    if (!result->completed() || (*result)[0].field(0).text() != "1") give_up("wrong answer");
    if (pipeline.next()->group() != pgpipe::group_outcome::committed) give_up("not committed");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  auto connection = pgpipe::value_or_throw(pgpipe::connection::open(task.conninfo));
  const auto statement = pgpipe::value_or_throw(connection.prepare("SELECT 1"));
  pgpipe::pipeline pipeline(connection, {.scope = pgpipe::group_scope::isolated});
  run_pipeline(pipeline, statement);
  pgpipe::perf::stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) run_pipeline(pipeline, statement);
  watch.report(100 * task.rounds);
}
