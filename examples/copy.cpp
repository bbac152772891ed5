// Loads rows by COPY, the fastest way in, between two other statements of a pipeline, and reads them back.
#include <cstddef>
#include <span>
#include <string>

#include <pgpipe/client/copy.hpp>
#include <pgpipe/client/copy_reader.hpp>
#include <pgpipe/client/copy_writer.hpp>

#include "example.hpp"

using pgpipe::copy_format;
using pgpipe::value_or_throw;

namespace {

// The C++ types must be the columns' types: the binary format converts nothing.
void load_typed_rows(pgpipe::connection& connection) {
  pgpipe::pipeline batch(connection);
  value_or_throw(batch.push("CREATE TEMPORARY TABLE item (id int, name text, price float8)"));
  auto copy = value_or_throw(batch.begin_copy_in("COPY item FROM STDIN (FORMAT binary)"));
  pgpipe::copy_writer rows(copy, copy_format::binary);
  for (int i = 1; i <= 1000; ++i) value_or_throw(rows.row(i, "item " + std::to_string(i), i / 4.0));
  value_or_throw(rows.finish());
  value_or_throw(copy.finish());
  value_or_throw(batch.push("SELECT sum(price) FROM item"));
  const auto results = value_or_throw(batch.collect());
  std::printf("%d rows, %.1f in all\n", static_cast<int>(results[1].affected_rows()), results[2][0].get<double>(0));
}

// Data that is text already, as a file has it: nothing waits for the server to accept the COPY.
void load_text(pgpipe::connection& connection) {
  pgpipe::pipeline batch(connection);
  value_or_throw(batch.push("DELETE FROM item WHERE id > 998"));
  value_or_throw(batch.push_copy_in("COPY item FROM STDIN", "1001\tone\t1.5\n1002\ttwo\t2.5\n"));
  value_or_throw(batch.push("SELECT count(*) FROM item"));
  const auto results = value_or_throw(batch.collect());
  std::printf("%d deleted, %d loaded, %d there\n", static_cast<int>(results[0].affected_rows()),
              static_cast<int>(results[1].affected_rows()), results[2][0].get<int>(0));
}

void read(pgpipe::connection& connection) {
  pgpipe::copy_reader rows(copy_format::binary);
  const auto show = [](const pgpipe::copy_row& row) {
    std::printf("%d %s %.2f\n", row.get<int>(0), row.get<std::string>(1).c_str(), row.get<double>(2));
  };
  value_or_throw(pgpipe::copy_out(connection,
                                  "COPY (SELECT * FROM item WHERE id % 400 = 0 ORDER BY id) TO STDOUT (FORMAT binary)",
                                  [&](std::span<const std::byte> data) { value_or_throw(rows.feed(data, show)); }));
  value_or_throw(rows.finish(show));
}

void example(const char* conninfo) {
  pgpipe::connection connection = value_or_throw(pgpipe::connection::open(conninfo));
  load_typed_rows(connection);
  load_text(connection);
  read(connection);
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
