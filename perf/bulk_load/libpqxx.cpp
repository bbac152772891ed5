// Rows of (int8, text, float8) into a table, by libpqxx's stream_to.
#include <pqxx/pqxx>
#include <string>
#include <tuple>
#include <vector>

#include "contender.hpp"
#include "target.hpp"

namespace {

using pgpipe::perf::typed_row;

void copy(pqxx::connection& connection, const std::vector<typed_row>& rows) {
  pqxx::work work(connection);
  pqxx::stream_to target(work, "perf_target");
  for (const typed_row& row : rows) target << std::make_tuple(row.id, row.name, row.amount);
  target.complete();
  work.commit();
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  pqxx::connection connection(task.conninfo);
  pgpipe::perf::bulk_load::time_loading(
      task, [&](const char* sql) { pqxx::nontransaction(connection).exec(sql); },
      [&](const std::vector<typed_row>& rows) { copy(connection, rows); },
      [&](const std::string& sql) { return pqxx::nontransaction(connection).exec(sql)[0][0].as<bool>(); });
}
