// Rows of (int8, text, float8) by pgpipe: streamed or stored, in binary or text.
#include <cstdint>
#include <string>
#include <string_view>

#include <pgpipe/client/connection.hpp>

#include "contender.hpp"
#include "sql.hpp"
#include "typed_rows.hpp"

namespace {

using pgpipe::perf::row_sums;

void take(const pgpipe::statement_result& rows, row_sums& sums) {
  for (const auto& [id, name, amount] : rows.as<std::int64_t, std::string_view, double>()) sums.add(id, name, amount);
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  const bool streamed = task.way.starts_with("streamed");
  const bool binary = task.way.ends_with("binary");
  auto connection = pgpipe::value_or_throw(pgpipe::connection::open(task.conninfo));
  const auto statement = pgpipe::value_or_throw(
      connection.prepare(pgpipe::perf::read_rows::sql, {},
                         binary ? pgpipe::result_format::binary_where_known : pgpipe::result_format::text));
  pgpipe::perf::time_reading(task, [&](std::uint64_t count, row_sums& sums) {
    if (streamed) {
      auto rows = pgpipe::value_or_throw(connection.stream(statement, count));
      while (const pgpipe::statement_result* part = rows.next_part()) take(*part, sums);
      pgpipe::value_or_throw(rows.finish());
    } else {
      take(pgpipe::value_or_throw(connection.execute(statement, count)), sums);
    }
  });
}
