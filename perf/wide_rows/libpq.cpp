// 100 prepared statements a pipeline that return a row of 31 text columns each, by libpq's pipeline mode.
#include "libpq.hpp"

#include "contender.hpp"
#include "wide_row.hpp"

namespace {

using namespace pgpipe::perf;

void take_row(const PGresult* result, wide_row::reader& reader) {
  if (PQntuples(result) != 1) give_up("wrong answer");
  for (int column = 0; column != static_cast<int>(wide_row::columns); ++column) {
    reader.take({PQgetvalue(result, 0, column), static_cast<std::size_t>(PQgetlength(result, 0, column))});
  }
}

void run_pipeline(PGconn* connection, wide_row::reader& reader) {
  for (int i = 0; i != wide_row::statements; ++i) send_prepared(connection);
  send_sync(connection);
  for (int i = 0; i != wide_row::statements; ++i) {
    take_rows(connection, [&](const PGresult* result) { take_row(result, reader); });
  }
  take_sync(connection);
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = task_from(argc, argv);
  PGconn* connection = connect_by_libpq(task);
  prepare_by_libpq(connection, wide_row::sql());
  PQenterPipelineMode(connection);
  wide_row::reader reader;
  run_pipeline(connection, reader);
  if (!reader.is_right(wide_row::statements)) give_up("wrong answer");
  stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) run_pipeline(connection, reader);
  watch.report(wide_row::statements * task.rounds);
  if (!reader.is_right(wide_row::statements * (task.rounds + 1))) give_up("wrong answer");
  PQfinish(connection);
}
