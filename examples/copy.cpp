// Loads typed rows by binary COPY between two other statements of a pipeline, and reads them back.
//
//   copy CONNINFO
#include <cstdio>
#include <string>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/copy.hpp>
#include <pgpipe/client/copy_reader.hpp>
#include <pgpipe/client/copy_writer.hpp>

namespace {

using pgpipe::copy_format;
using pgpipe::value_or_throw;

void load(pgpipe::connection& connection) {
  pgpipe::pipeline batch(connection);
  value_or_throw(batch.push("CREATE TEMPORARY TABLE item (id int, name text, price float8)"));
  auto copy = value_or_throw(batch.begin_copy_in("COPY item FROM STDIN (FORMAT binary)"));
  pgpipe::copy_writer rows(copy, copy_format::binary);
  for (int i = 1; i <= 1000; ++i) value_or_throw(rows.row(i, "item " + std::to_string(i), i / 4.0));
  value_or_throw(rows.finish());
  value_or_throw(copy.finish());
  value_or_throw(batch.push("SELECT sum(price) FROM item"));
  const auto results = value_or_throw(batch.collect());
  std::printf("%llu rows, %.1f in all\n", static_cast<unsigned long long>(results[1].affected_rows()),
              results[2][0].get<double>(0));
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

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s CONNINFO\n", argv[0]);
    return 1;
  }
  try {
    auto connection = value_or_throw(pgpipe::connection::open(argv[1]));
    load(connection);
    read(connection);
  } catch (const pgpipe::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
