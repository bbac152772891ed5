// 100 prepared statements a pipeline that return a row of 31 text columns each, by libpq's pipeline mode.
#include "libpq.hpp"

#include "contender.hpp"
#include "wide_row.hpp"

namespace {

namespace wide_row = pgpipe::perf::wide_row;
using pgpipe::perf::expect;
using pgpipe::perf::give_up;

void take_row(const PGresult* result, wide_row::reader& reader) {
  if (PQntuples(result) != 1) give_up("wrong answer");
  for (int column = 0; column != static_cast<int>(wide_row::columns); ++column) {
    reader.take({PQgetvalue(result, 0, column), static_cast<std::size_t>(PQgetlength(result, 0, column))});
  }
}

void run_pipeline(PGconn* connection, wide_row::reader& reader) {
  for (int i = 0; i != wide_row::statements; ++i) {
    if (PQsendQueryPrepared(connection, "s", 0, nullptr, nullptr, nullptr, 0) != 1) give_up(PQerrorMessage(connection));
  }
  if (PQpipelineSync(connection) != 1) give_up(PQerrorMessage(connection));
  for (int i = 0; i != wide_row::statements; ++i) {
    PGresult* result = expect(connection, PQgetResult(connection), PGRES_TUPLES_OK);
    take_row(result, reader);
    PQclear(result);
    if (PQgetResult(connection) != nullptr) give_up("expected the end of the statement");
  }
  PQclear(expect(connection, PQgetResult(connection), PGRES_PIPELINE_SYNC));
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  PGconn* connection = pgpipe::perf::connect_by_libpq(task);
  pgpipe::perf::prepare_by_libpq(connection, wide_row::sql());
  PQenterPipelineMode(connection);
  wide_row::reader reader;
  run_pipeline(connection, reader);
  if (!reader.is_right(wide_row::statements)) give_up("wrong answer");
  pgpipe::perf::stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) run_pipeline(connection, reader);
  watch.report(wide_row::statements * task.rounds);
  if (!reader.is_right(wide_row::statements * (task.rounds + 1))) give_up("wrong answer");
  PQfinish(connection);
}
