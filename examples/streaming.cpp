// Reads a result row by row in constant memory, and another some rows at a time through a portal.
#include <cstdint>

#include <pgpipe/client/portal.hpp>
#include <pgpipe/client/transaction.hpp>

#include "example.hpp"

using pgpipe::value_or_throw;

namespace {

void row_by_row(pgpipe::connection& connection) {
  auto numbers = value_or_throw(connection.stream("SELECT generate_series(1, $1::int8)", 100'000));
  std::int64_t sum = 0;
  for (const pgpipe::row& number : numbers) sum += number.get<std::int64_t>(0);
  std::printf("the sum of the numbers up to 100000 is %lld\n", static_cast<long long>(sum));
}

// The rows before the error are there, the error comes behind them.
void one_that_fails(pgpipe::connection& connection) {
  auto rows = value_or_throw(connection.stream("SELECT 6 / (3 - i) FROM generate_series(1, 5) i"));
  while (const pgpipe::row* each = rows.next()) std::printf("%d\n", each->get<int>(0));
  if (const auto end = rows.finish(); !end) std::printf("%s\n", end.error().text().c_str());
}

// Between two fetches the connection is free for other statements of the transaction.
void some_at_a_time(pgpipe::connection& connection) {
  auto block = value_or_throw(pgpipe::transaction::begin(connection));
  auto numbers = value_or_throw(pgpipe::portal::open(connection, "SELECT generate_series(1, 10)"));
  while (!numbers.done()) {
    const auto part = value_or_throw(numbers.fetch(4));
    std::printf("%zu rows\n", part.size());
  }
  value_or_throw(block.commit());
}

void example(const char* conninfo) {
  pgpipe::connection connection = value_or_throw(pgpipe::connection::open(conninfo));
  row_by_row(connection);
  one_that_fails(connection);
  some_at_a_time(connection);
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
