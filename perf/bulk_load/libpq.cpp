// Rows of (int8, text, float8) into a table, by PQputCopyData of text that snprintf has formatted.
#include "libpq.hpp"

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "contender.hpp"
#include "target.hpp"

namespace {

using pgpipe::perf::expect;
using pgpipe::perf::give_up;
using pgpipe::perf::typed_row;

// The names hold nothing that the text format would have to escape. 17 digits bring every double back.
void copy(PGconn* connection, const std::vector<typed_row>& rows) {
  PQclear(expect(connection, PQexec(connection, "COPY perf_target FROM STDIN"), PGRES_COPY_IN));
  char line[256];
  for (const typed_row& row : rows) {
    const int size = std::snprintf(line, sizeof line, "%lld\t%s\t%.17g\n", static_cast<long long>(row.id),
                                   row.name.c_str(), row.amount);
    if (PQputCopyData(connection, line, size) != 1) give_up(PQerrorMessage(connection));
  }
  if (PQputCopyEnd(connection, nullptr) != 1) give_up(PQerrorMessage(connection));
  PQclear(expect(connection, PQgetResult(connection), PGRES_COMMAND_OK));
  if (PQgetResult(connection) != nullptr) give_up("expected the end of the COPY");
}

bool is_true(PGconn* connection, const std::string& sql) {
  PGresult* result = expect(connection, PQexec(connection, sql.c_str()), PGRES_TUPLES_OK);
  const bool answer = std::string_view(PQgetvalue(result, 0, 0)) == "t";
  PQclear(result);
  return answer;
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  PGconn* connection = pgpipe::perf::connect_by_libpq(task);
  pgpipe::perf::bulk_load::time_loading(
      task, [&](const char* sql) { pgpipe::perf::exec_by_libpq(connection, sql); },
      [&](const std::vector<typed_row>& rows) { copy(connection, rows); },
      [&](const std::string& sql) { return is_true(connection, sql); });
  PQfinish(connection);
}
