// Rows of (int8, text, float8) by libpqxx, which knows text only: stored, or streamed by stream_from, which is COPY.
#include <cstdint>
#include <pqxx/pqxx>
#include <string>
#include <string_view>
#include <tuple>

#include "contender.hpp"
#include "sql.hpp"
#include "typed_rows.hpp"

namespace {

using pgpipe::perf::row_sums;

void read_stored(pqxx::transaction_base& work, std::uint64_t count, row_sums& sums) {
  for (const auto& row : work.exec_prepared("s", count)) {
    sums.add(row[0].as<long long>(), {row[1].c_str(), row[1].size()}, row[2].as<double>());
  }
}

// All of the table, or its beginning from a copy of its own: stream_from takes no statement.
void read_streamed(pqxx::transaction_base& work, std::uint64_t count, row_sums& sums) {
  const bool all = count == pgpipe::perf::table_rows;
  if (!all) work.exec("CREATE TEMPORARY TABLE beginning AS SELECT * FROM perf_rows LIMIT " + std::to_string(count));
  pqxx::stream_from rows(work, all ? "perf_rows" : "beginning");
  std::tuple<long long, std::string, double> row;
  while (rows >> row) sums.add(std::get<0>(row), std::get<1>(row), std::get<2>(row));
  rows.complete();
  if (!all) work.exec("DROP TABLE beginning");
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  pqxx::connection connection(task.conninfo);
  connection.prepare("s", pgpipe::perf::read_rows::sql);
  pqxx::nontransaction work(connection);
  pgpipe::perf::time_reading(task, [&](std::uint64_t count, row_sums& sums) {
    task.way == "streamed-text" ? read_streamed(work, count, sums) : read_stored(work, count, sums);
  });
}
