// Rows of (int8, text, float8) by libpq: in single-row mode ("streamed") or stored, in binary or text.
#include "libpq.hpp"

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <endian.h>

#include "contender.hpp"
#include "sql.hpp"
#include "typed_rows.hpp"

namespace {

using pgpipe::perf::expect;
using pgpipe::perf::give_up;
using pgpipe::perf::row_sums;

std::uint64_t eight_bytes(const char* from) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, sizeof bits);
  return be64toh(bits);
}

void take(const PGresult* result, bool binary, row_sums& sums) {
  const int rows = PQntuples(result);
  for (int i = 0; i != rows; ++i) {
    const std::string_view name(PQgetvalue(result, i, 1), static_cast<std::size_t>(PQgetlength(result, i, 1)));
    const char* id = PQgetvalue(result, i, 0);
    const char* amount = PQgetvalue(result, i, 2);
    if (binary) {
      sums.add(static_cast<std::int64_t>(eight_bytes(id)), name, std::bit_cast<double>(eight_bytes(amount)));
    } else {
      sums.add(std::strtoll(id, nullptr, 10), name, std::strtod(amount, nullptr));
    }
  }
}

void read_all(PGconn* connection, bool streamed, bool binary, row_sums& sums) {
  if (streamed && PQsetSingleRowMode(connection) != 1) give_up(PQerrorMessage(connection));
  while (PGresult* result = PQgetResult(connection)) {
    if (PQresultStatus(result) != PGRES_SINGLE_TUPLE) expect(connection, result, PGRES_TUPLES_OK);
    take(result, binary, sums);
    PQclear(result);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  const bool streamed = task.way.starts_with("streamed");
  const bool binary = task.way.ends_with("binary");
  PGconn* connection = pgpipe::perf::connect_by_libpq(task);
  pgpipe::perf::prepare_by_libpq(connection, pgpipe::perf::read_rows::sql);
  pgpipe::perf::time_reading(task, [&](std::uint64_t count, row_sums& sums) {
    const std::string limit = std::to_string(count);
    const char* const values[] = {limit.c_str()};
    if (PQsendQueryPrepared(connection, "s", 1, values, nullptr, nullptr, binary ? 1 : 0) != 1) {
      give_up(PQerrorMessage(connection));
    }
    read_all(connection, streamed, binary, sums);
  });
  PQfinish(connection);
}
