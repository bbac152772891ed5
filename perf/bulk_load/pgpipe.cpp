// Rows of (int8, text, float8) into a table, by pgpipe: binary or text COPY, or pipelined INSERTs.
#include <vector>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/copy.hpp>
#include <pgpipe/client/copy_writer.hpp>

#include "contender.hpp"
#include "target.hpp"

namespace {

using pgpipe::value_or_throw;
using pgpipe::perf::typed_row;

void copy(pgpipe::connection& connection, const std::vector<typed_row>& rows, bool binary) {
  auto copy = value_or_throw(pgpipe::copy_in::begin(
      connection, binary ? "COPY perf_target FROM STDIN (FORMAT binary)" : "COPY perf_target FROM STDIN"));
  pgpipe::copy_writer writer(copy, binary ? pgpipe::copy_format::binary : pgpipe::copy_format::text);
  for (const typed_row& row : rows) value_or_throw(writer.row(row.id, row.name, row.amount));
  value_or_throw(writer.finish());
  value_or_throw(copy.finish());
}

// A thousand INSERTs a transaction: more bring no further gain.
void insert(pgpipe::connection& connection, const pgpipe::prepared_statement& statement,
            const std::vector<typed_row>& rows) {
  pgpipe::pipeline pipeline(connection);
  std::size_t in_group = 0;
  const auto end_group = [&] {
    value_or_throw(pipeline.sync());
    for (; in_group != 0; --in_group) {
      if (!pipeline.next()->completed()) pgpipe::perf::give_up("an INSERT failed");
    }
    if (pipeline.next()->group() != pgpipe::group_outcome::committed) pgpipe::perf::give_up("not committed");
  };
  for (const typed_row& row : rows) {
    value_or_throw(pipeline.push(statement, row.id, row.name, row.amount));
    if (++in_group == 1000) end_group();
  }
  if (in_group != 0) end_group();
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  auto connection = value_or_throw(pgpipe::connection::open(task.conninfo));
  const auto statement = value_or_throw(connection.prepare("INSERT INTO perf_target VALUES ($1, $2, $3)"));
  pgpipe::perf::bulk_load::time_loading(
      task, [&](const char* sql) { value_or_throw(connection.exec(sql)); },
      [&](const std::vector<typed_row>& rows) {
        if (task.way == "inserts") return insert(connection, statement, rows);
        copy(connection, rows, task.way != "text");
      },
      [&](const std::string& sql) { return value_or_throw(connection.query(sql))[0].get<bool>(0); });
}
