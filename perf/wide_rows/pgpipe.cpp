// 100 prepared statements a pipeline that return a row of 31 text columns each, by pgpipe.
#include <pgpipe/client/connection.hpp>

#include "contender.hpp"
#include "wide_row.hpp"

namespace {

namespace wide_row = pgpipe::perf::wide_row;
using pgpipe::perf::give_up;

void run_pipeline(pgpipe::pipeline& pipeline, const pgpipe::prepared_statement& statement, wide_row::reader& reader) {
  for (int i = 0; i != wide_row::statements; ++i) {
    if (!pipeline.push(statement)) give_up("push failed");
  }
  if (!pipeline.sync()) give_up("sync failed");
  for (int i = 0; i != wide_row::statements; ++i) {
    const pgpipe::statement_result* result = pipeline.next();
    if (!result->completed() || result->size() != 1) give_up("wrong answer");
    for (const pgpipe::field_view value : (*result)[0]) reader.take(value.text());
  }
  if (pipeline.next()->group() != pgpipe::group_outcome::committed) give_up("not committed");
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  auto connection = pgpipe::value_or_throw(pgpipe::connection::open(task.conninfo));
  const auto statement = pgpipe::value_or_throw(connection.prepare(wide_row::sql()));
  pgpipe::pipeline pipeline(connection);
  wide_row::reader reader;
  run_pipeline(pipeline, statement, reader);
  if (!reader.is_right(wide_row::statements)) give_up("wrong answer");
  pgpipe::perf::stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) run_pipeline(pipeline, statement, reader);
  watch.report(wide_row::statements * task.rounds);
  if (!reader.is_right(wide_row::statements * (task.rounds + 1))) give_up("wrong answer");
}
