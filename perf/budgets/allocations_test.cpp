// A pipelined statement, a single prepared one, a streamed row and a copied one allocate nothing once the buffers have
// grown.
#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <thread>

#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/copy.hpp>
#include <pgpipe/client/copy_writer.hpp>

#include "allocation_counter.hpp"
#include "support/server.hpp"

namespace pgpipe {
namespace {

using perf::allocations;

constexpr int warm_up = 20;
constexpr int measured = 200;

std::uint64_t allocations_of(auto&& work) {
  for (int i = 0; i != warm_up; ++i) work();
  const std::uint64_t before = allocations;
  for (int i = 0; i != measured; ++i) work();
  return allocations - before;
}

// Not ASSERT_*: a message is a string, and would be counted.
void require(bool condition) {
  if (!condition) throw std::logic_error("wrong answer");
}

void run_pipeline(pipeline& pipe, const prepared_statement& statement, auto&&... arguments) {
  for (int i = 0; i != 100; ++i) require(pipe.push(statement, arguments...).has_value());
  require(pipe.sync().has_value());
  for (int i = 0; i != 100; ++i) {
    const statement_result* result = pipe.next();
    require(result->completed() && (*result)[0].field(0).text() == "1");
  }
  require(pipe.next()->group() == group_outcome::committed);
}

TEST(allocations, the_counter_counts) {
  const std::uint64_t before = allocations;
  const auto one = std::make_unique<std::uint64_t>(before);
  EXPECT_GT(allocations, *one);
}

TEST(allocations, none_a_pipelined_statement) {
  auto connection = value_or_throw(connection::open(test::server_conninfo()));
  const auto statement = value_or_throw(connection.prepare("SELECT 1"));
  pipeline pipe(connection);
  EXPECT_EQ(allocations_of([&] { run_pipeline(pipe, statement); }), 0U);
}

TEST(allocations, none_a_pipelined_statement_with_a_parameter) {
  auto connection = value_or_throw(connection::open(test::server_conninfo()));
  const auto statement = value_or_throw(connection.prepare("SELECT $1::int4"));
  pipeline pipe(connection);
  EXPECT_EQ(allocations_of([&] { run_pipeline(pipe, statement, 1); }), 0U);
}

TEST(allocations, none_an_isolated_statement) {
  auto connection = value_or_throw(connection::open(test::server_conninfo()));
  const auto statement = value_or_throw(connection.prepare("SELECT 1"));
  pipeline pipe(connection, {.scope = group_scope::isolated});
  EXPECT_EQ(allocations_of([&] {
              for (int i = 0; i != 100; ++i) require(pipe.push(statement).has_value());
              require(pipe.sync().has_value());
              for (int i = 0; i != 100; ++i) {
                require(pipe.next()->completed());
                require(pipe.next()->group() == group_outcome::committed);
              }
            }),
            0U);
}

TEST(allocations, none_a_copied_row) {
  auto connection = value_or_throw(connection::open(test::server_conninfo()));
  value_or_throw(connection.exec("CREATE TEMPORARY TABLE copied (id int8, name text, amount float8)"));
  auto copy = value_or_throw(copy_in::begin(connection, "COPY copied FROM STDIN (FORMAT binary)"));
  copy_writer writer(copy, copy_format::binary);
  constexpr std::int64_t rows = 50'000;
  constexpr int passes = 5;  // with the socket full and empty, as it comes
  const auto write = [&] {
    for (std::int64_t i = 0; i != rows; ++i) require(writer.row(i, std::string_view("a text"), 0.5).has_value());
  };
  for (int i = 0; i != passes; ++i) write();
  const std::uint64_t before = allocations;
  write();
  EXPECT_EQ(allocations - before, 0U);
  value_or_throw(writer.finish());
  EXPECT_EQ(value_or_throw(copy.finish()), (passes + 1) * rows);
}

TEST(allocations, none_a_streamed_row) {
  auto connection = value_or_throw(connection::open(test::server_conninfo()));
  auto rows =
      value_or_throw(connection.stream("SELECT i, 'a text', i / 2.0::float8 FROM generate_series(1, 200000) i"));
  // How many rows stand in a chunk depends on how many have arrived: both lists have to have been as long as they get.
  int warmed = 0;
  for (int part = 0; part != 4; ++part) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    warmed += static_cast<int>(rows.next_part()->size());
  }
  for (; warmed < 100'000; ++warmed) require(rows.next() != nullptr);
  const std::uint64_t before = allocations;
  int count = 0;
  std::int64_t sum = 0;
  double halves = 0;
  while (const row* each = rows.next()) {
    const auto [number, text, half] = each->as<int, std::string_view, double>();
    ++count;
    sum += number;
    halves += half;
    require(text == "a text");
  }
  EXPECT_EQ(allocations - before, 0U);
  EXPECT_EQ(count, 100'000);
  EXPECT_EQ(sum, 15'000'050'000);
  EXPECT_EQ(halves, 7'500'025'000);
}

}  // namespace
}  // namespace pgpipe
