#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include <pgpipe/client/connection.hpp>

#include "support/server.hpp"

namespace pgpipe {
namespace {

class StreamTest : public testing::Test {
 protected:
  bool usable() { return (*connection_.query("select 5"))[0].get<int>(0) == 5; }

  connection connection_ = value_or_throw(connection::open(test::server_conninfo()));
};

std::size_t resident_bytes() {
  std::ifstream facts("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  facts >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

constexpr const char* million = "select i::int8, 'row number ' || i, i::float8 / 2 from generate_series(1, 1000000) i";

// What was delivered before the error stays delivered, and nothing of it leaks into the next statement.
TEST_F(StreamTest, AnErrorPartWayComesBehindTheRowsBeforeIt) {
  auto rows = *connection_.stream("select 1/(3-i) from generate_series(1,5) i");
  EXPECT_EQ(rows.next()->get<int>(0), 0);
  EXPECT_EQ(rows.next()->get<int>(0), 1);
  EXPECT_EQ(rows.next(), nullptr);
  const auto end = rows.finish();
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().sqlstate(), "22012");
  EXPECT_EQ(rows.next(), nullptr);
  EXPECT_TRUE(usable());
}

TEST_F(StreamTest, AnErrorPartWayInsideAPipelineSkipsTheRest) {
  pipeline batch(connection_);
  const statement_id first = *batch.push_streamed("select 1/(3-i) from generate_series(1,5) i");
  ASSERT_TRUE(batch.push_streamed("select generate_series(1,3)"));
  ASSERT_TRUE(batch.sync());
  ASSERT_TRUE(batch.push_streamed("select generate_series(1,5)"));
  ASSERT_TRUE(batch.sync());
  std::vector<int> values;
  const statement_result* result = batch.next();
  for (; result->is_part(); result = batch.next()) {
    EXPECT_EQ(result->id(), first);
    EXPECT_EQ(result->outcome(), statement_outcome::pending);
    for (const row each : *result) values.push_back(each.get<int>(0));
  }
  EXPECT_EQ(values, (std::vector{0, 1}));
  EXPECT_EQ(result->id(), first);
  EXPECT_EQ(result->outcome(), statement_outcome::failed);
  EXPECT_EQ(result->size(), 0U);
  EXPECT_EQ(batch.next()->outcome(), statement_outcome::skipped);
  EXPECT_EQ(batch.next()->group(), group_outcome::rolled_back);
  values.clear();
  for (result = batch.next(); result->is_part(); result = batch.next()) {
    for (const row each : *result) values.push_back(each.get<int>(0));
  }
  EXPECT_EQ(values, (std::vector{1, 2, 3, 4, 5}));
  EXPECT_EQ(result->command_tag(), "SELECT 5");
  EXPECT_EQ(batch.next()->group(), group_outcome::committed);
  EXPECT_EQ(batch.next(), nullptr);
}

TEST_F(StreamTest, ARangeBasedForThrowsTheError) {
  auto rows = *connection_.stream("select 1/(3-i) from generate_series(1,5) i");
  int seen = 0;
  try {
    for (const row& each : rows) seen += each.get<int>(0) >= 0 ? 1 : 0;
    FAIL() << "no error";
  } catch (const exception& failure) {
    EXPECT_EQ(failure.cause().sqlstate(), "22012");
  }
  EXPECT_EQ(seen, 2);
}

TEST_F(StreamTest, AMillionRowsTakeUnderEightMegabytes) {
  ASSERT_TRUE(connection_.query("select 1"));
  const std::size_t before = resident_bytes();
  auto rows = *connection_.stream(million);
  std::int64_t sum = 0;
  double halves = 0;
  std::size_t most = 0;
  std::uint64_t count = 0;
  for (const row& each : rows) {
    sum += each.get<std::int64_t>(0);
    halves += each.get<double>(2);
    ASSERT_TRUE(each.get<std::string_view>(1).starts_with("row number "));
    if (++count % 50'000 == 0) most = std::max(most, resident_bytes());
  }
  EXPECT_EQ(sum, 500'000'500'000);
  EXPECT_EQ(halves, 250'000'250'000.0);
  EXPECT_EQ(rows.finish()->affected_rows(), 1'000'000U);
  EXPECT_LT(most, before + std::size_t{8} * 1024 * 1024);
}

TEST_F(StreamTest, AMillionRowsInsideAPipelineTakeUnderEightMegabytes) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select 1"));
  ASSERT_TRUE(batch.push_streamed(million));
  ASSERT_TRUE(batch.push("select 2"));
  ASSERT_TRUE(batch.sync());
  EXPECT_EQ((*batch.next())[0].get<int>(0), 1);
  const std::size_t before = resident_bytes();
  std::size_t most = 0;
  std::size_t count = 0;
  const statement_result* result = batch.next();
  for (int part = 0; result->is_part(); result = batch.next(), ++part) {
    count += result->size();
    if (part % 50 == 0) most = std::max(most, resident_bytes());
  }
  EXPECT_TRUE(result->completed());
  EXPECT_EQ(count, 1'000'000U);
  EXPECT_LT(most, before + std::size_t{8} * 1024 * 1024);
  EXPECT_EQ((*batch.next())[0].get<int>(0), 2);
  EXPECT_TRUE(batch.next()->is_group());
}

TEST_F(StreamTest, OneHalfReadReadsTheRestInConstantMemory) {
  const std::size_t before = resident_bytes();
  {
    auto rows = *connection_.stream(million);
    EXPECT_EQ(rows.next()->get<int>(0), 1);
  }
  {
    pipeline batch(connection_);
    ASSERT_TRUE(batch.push_streamed(million));
    ASSERT_TRUE(batch.push(million));
    EXPECT_TRUE(batch.next()->is_part());
  }
  EXPECT_LT(resident_bytes(), before + std::size_t{8} * 1024 * 1024);
  EXPECT_TRUE(usable());
}

TEST_F(StreamTest, RowsLargerThanAChunkComeWhole) {
  auto rows = *connection_.stream("select repeat(chr(96 + i), i * 300000) from generate_series(1, 10) i");
  int i = 0;
  for (const row& each : rows) {
    ++i;
    EXPECT_EQ(each.get<std::string>(0), std::string(static_cast<std::size_t>(i) * 300'000, static_cast<char>(96 + i)));
  }
  EXPECT_EQ(i, 10);
}

TEST_F(StreamTest, PreparedStatementsStreamToo) {
  const auto series = value_or_throw(connection_.prepare("select generate_series(1, $1)"));
  auto rows = *connection_.stream(series, 100'000);
  std::int64_t sum = 0;
  std::size_t parts = 0;
  while (const statement_result* part = rows.next_part()) {
    ++parts;
    for (const row each : *part) sum += each.get<int>(0);
  }
  EXPECT_EQ(sum, 5'000'050'000);
  EXPECT_GT(parts, 1U);
  EXPECT_EQ(rows.finish()->group(), group_outcome::committed);
}

TEST_F(StreamTest, NothingElseRunsMeanwhile) {
  auto rows = *connection_.stream("select generate_series(1, 3)");
  EXPECT_EQ(rows.next()->get<int>(0), 1);
  const auto refused = connection_.query("select 1");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().category(), error_category::usage);
  EXPECT_EQ(rows.next()->get<int>(0), 2);
  ASSERT_TRUE(rows.finish());
  EXPECT_TRUE(usable());
}

TEST_F(StreamTest, AStatementWithoutRowsAndOneThatCannotBeParsed) {
  auto none = *connection_.stream("create temporary table t (i int unique deferrable initially deferred)");
  EXPECT_EQ(none.next(), nullptr);
  EXPECT_EQ(none.finish()->command_tag(), "CREATE TABLE");
  auto bad = *connection_.stream("selec 1");
  EXPECT_EQ(bad.next(), nullptr);
  EXPECT_EQ(bad.finish().error().sqlstate(), "42601");
  auto deferred = *connection_.stream("insert into t values (1), (1) returning i");
  EXPECT_NE(deferred.next(), nullptr);
  EXPECT_EQ(deferred.finish().error().sqlstate(), "23505");
}

TEST_F(StreamTest, RowsStoredWhileMoreIsPushedComeBeforeTheError) {
  pipeline batch(connection_, {.scope = group_scope::isolated});
  ASSERT_TRUE(batch.push_streamed("select 1/(20001-i) from generate_series(1,30000) i"));
  const std::string large(1'000'000, 'x');
  for (int i = 0; i != 20; ++i) ASSERT_TRUE(batch.push("select length($1::text)", large));
  std::size_t rows = 0;
  const statement_result* result = batch.next();
  for (; result->is_part(); result = batch.next()) rows += result->size();
  EXPECT_EQ(rows, 20'000U);
  EXPECT_EQ(result->outcome(), statement_outcome::failed);
  EXPECT_EQ(batch.collect()->size(), 41U);
}

TEST_F(StreamTest, TheServersEndIsTheStreamsError) {
  auto rows = *connection_.stream(
      "select i, case when i = 10000 then pg_terminate_backend(pg_backend_pid()) end from generate_series(1,1000000) "
      "i");
  std::size_t seen = 0;
  while (rows.next() != nullptr) ++seen;
  EXPECT_GE(seen, 1000U);
  EXPECT_EQ(rows.finish().error().sqlstate(), "57P01");
  EXPECT_FALSE(connection_.is_open());
}

}  // namespace
}  // namespace pgpipe
