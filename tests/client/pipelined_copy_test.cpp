// COPY inside a pipeline: its data between the other statements, in one write.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>

#include "outcomes.hpp"
#include "support/server.hpp"

namespace pgpipe {
namespace {

class PipelinedCopyTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(connection_.exec("create temporary table t (i int, w text)")); }

  std::int64_t rows() { return (*connection_.query("select count(*) from t"))[0].get<std::int64_t>(0); }

  connection connection_ = value_or_throw(connection::open(test::server_conninfo()));
};

std::string text_of(std::span<const std::byte> data) {
  return {reinterpret_cast<const char*>(data.data()), data.size()};
}

TEST_F(PipelinedCopyTest, StatementsAndTwoCopiesInOneWrite) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("insert into t values (1, 'one')"));
  const statement_id first = *batch.push_copy_in("copy t from stdin", "2\ttwo\n3\tthree\n");
  ASSERT_TRUE(batch.push("select count(*) from t"));
  ASSERT_TRUE(batch.push_copy_in("copy t from stdin (format csv)", "4,four\n"));
  std::string out;
  ASSERT_TRUE(batch.push_copy_out("copy (select i from t order by i) to stdout",
                                  [&](std::span<const std::byte> data) { out += text_of(data); }));
  ASSERT_TRUE(batch.push("select count(*) from t"));
  const auto results = *batch.collect();
  EXPECT_EQ(outcomes(results), std::vector(6, completed));
  EXPECT_EQ(groups(results), std::vector{group_outcome::committed});
  EXPECT_EQ(results[1].id(), first);
  EXPECT_EQ(results[1].command_tag(), "COPY 2");
  EXPECT_EQ(results[1].affected_rows(), 2U);
  EXPECT_EQ(results[2][0].get<int>(0), 3);
  EXPECT_EQ(results[4].affected_rows(), 4U);
  EXPECT_EQ(out, "1\n2\n3\n4\n");
  EXPECT_EQ(results[5][0].get<int>(0), 4);
}

TEST_F(PipelinedCopyTest, OneRefusedBeforeCopyModeSkipsTheRestAndItsData) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("insert into t values (1, 'one')"));
  ASSERT_TRUE(batch.push_copy_in("copy no_such_table from stdin", "2\ttwo\n"));
  ASSERT_TRUE(batch.push("select 1"));
  ASSERT_TRUE(batch.sync());
  ASSERT_TRUE(batch.push_copy_in("copy t from stdin", "3\tthree\n"));
  ASSERT_TRUE(batch.sync());
  const auto results = *batch.collect();
  EXPECT_EQ(outcomes(results), (std::vector{completed, failed, skipped, completed}));
  EXPECT_EQ(results[1].failure()->sqlstate(), "42P01");
  EXPECT_EQ(groups(results), (std::vector{group_outcome::rolled_back, group_outcome::committed}));
  EXPECT_EQ(rows(), 1);
}

TEST_F(PipelinedCopyTest, OneThatFailsInItsDataFailsItsGroupOnly) {
  for (const group_scope scope : {group_scope::atomic, group_scope::isolated}) {
    ASSERT_TRUE(connection_.exec("truncate t"));
    pipeline batch(connection_, {.scope = scope});
    ASSERT_TRUE(batch.push("insert into t values (1, 'one')"));
    std::string data;
    for (int i = 0; i != 100'000; ++i) data += i == 500 ? "x\ty\n" : "2\ttwo\n";
    ASSERT_TRUE(batch.push_copy_in("copy t from stdin", data));
    ASSERT_TRUE(batch.push("insert into t values (3, 'three')"));
    const auto results = *batch.collect();
    const bool atomic = scope == group_scope::atomic;
    EXPECT_EQ(outcomes(results), (std::vector{completed, failed, atomic ? skipped : completed}));
    EXPECT_EQ(results[atomic ? 1 : 2].failure()->sqlstate(), "22P02");
    EXPECT_EQ(rows(), atomic ? 0 : 2);
  }
}

TEST_F(PipelinedCopyTest, AnEarlierErrorSkipsTheCopyAndDrainsItsData) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select 1/0"));
  ASSERT_TRUE(batch.push_copy_in("copy t from stdin", std::string(3'000'000, '\n')));
  ASSERT_TRUE(batch.sync());
  ASSERT_TRUE(batch.push("select 2"));
  const auto results = *batch.collect();
  EXPECT_EQ(outcomes(results), (std::vector{failed, skipped, completed}));
  EXPECT_EQ(rows(), 0);
}

TEST_F(PipelinedCopyTest, InsideATransactionBlockAndADeferredConstraint) {
  ASSERT_TRUE(connection_.exec("create temporary table d (i int unique deferrable initially deferred)"));
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("begin"));
  ASSERT_TRUE(batch.push_copy_in("copy t from stdin", "1\tone\n"));
  ASSERT_TRUE(batch.push("commit"));
  ASSERT_TRUE(batch.push_copy_in("copy t from stdin", "2\ttwo\n"));
  ASSERT_TRUE(batch.sync());
  ASSERT_TRUE(batch.push_copy_in("copy d from stdin", "1\n1\n"));
  const auto results = *batch.collect();
  EXPECT_EQ(outcomes(results), std::vector(5, completed));
  EXPECT_EQ(groups(results), (std::vector{group_outcome::committed, group_outcome::rolled_back}));
  EXPECT_EQ(results.back().failure()->sqlstate(), "23505");
  EXPECT_EQ(rows(), 2);
}

// More than both socket buffers hold, each way at once: rows come back while the data of the COPY goes out.
TEST_F(PipelinedCopyTest, BothDirectionsFull) {
  pipeline batch(connection_);
  std::size_t bytes = 0;
  ASSERT_TRUE(batch.push("select repeat('x', 30000000)"));
  ASSERT_TRUE(batch.push_copy_out("copy (select repeat('y', 1000) from generate_series(1, 30000)) to stdout",
                                  [&](std::span<const std::byte> data) { bytes += data.size(); }));
  const std::string line = "1\t" + std::string(10'000, 'z') + "\n";
  int lines = 0;
  ASSERT_TRUE(batch.push_copy_in("copy t from stdin", [&] {
    return ++lines > 3000 ? std::span<const std::byte>() : std::as_bytes(std::span(line.data(), line.size()));
  }));
  ASSERT_TRUE(batch.push("select count(*), sum(length(w)) from t"));
  ASSERT_TRUE(batch.sync());
  EXPECT_EQ((*batch.next())[0].get<std::string_view>(0).size(), 30'000'000U);
  EXPECT_EQ(batch.next()->affected_rows(), 30'000U);
  EXPECT_EQ(bytes, 30'000U * 1001);
  EXPECT_EQ(batch.next()->affected_rows(), 3000U);
  EXPECT_EQ((*batch.next())[0].get<std::int64_t>(1), 30'000'000);
  EXPECT_EQ(batch.next()->group(), group_outcome::committed);
}

TEST_F(PipelinedCopyTest, AbandonedFailsItsGroup) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("insert into t values (1, 'one')"));
  {
    auto copy = *batch.begin_copy_in("copy t from stdin");
    ASSERT_TRUE(copy.write("2\ttwo\n"));
    ASSERT_TRUE(copy.abandon("changed my mind"));
    EXPECT_FALSE(copy.write("3\tthree\n"));
    EXPECT_FALSE(copy.finish());
  }
  ASSERT_TRUE(batch.push("select 1"));
  ASSERT_TRUE(batch.sync());
  {
    auto copy = *batch.begin_copy_in("copy t from stdin");
  }
  const auto results = *batch.collect();
  EXPECT_EQ(outcomes(results), (std::vector{completed, failed, skipped, failed}));
  EXPECT_EQ(results[1].failure()->sqlstate(), "57014");
  EXPECT_NE(results[1].failure()->text().find("changed my mind"), std::string::npos);
  EXPECT_EQ(rows(), 0);
}

// No Sync and no other statement may go out before the end of the data.
TEST_F(PipelinedCopyTest, NothingElseIsPushedWhileOneIsOpen) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select 7"));
  auto copy = *batch.begin_copy_in("copy t from stdin");
  EXPECT_EQ(batch.push("select 1").error().category(), error_category::usage);
  EXPECT_EQ(batch.sync().error().category(), error_category::usage);
  EXPECT_FALSE(batch.begin_copy_in("copy t from stdin"));
  EXPECT_EQ((*batch.next())[0].get<int>(0), 7);
  ASSERT_TRUE(copy.write("1\tone\n"));
  ASSERT_TRUE(copy.finish());
  ASSERT_TRUE(batch.push("select 8"));
  const auto results = *batch.collect();
  EXPECT_EQ(outcomes(results), (std::vector{completed, completed}));
}

TEST_F(PipelinedCopyTest, ItsResultAskedForTooEarlyFailsIt) {
  pipeline batch(connection_);
  auto copy = *batch.begin_copy_in("copy t from stdin");
  ASSERT_TRUE(copy.write("1\tone\n"));
  EXPECT_EQ(batch.next()->failure()->sqlstate(), "57014");
  EXPECT_FALSE(copy.write("2\ttwo\n"));
  EXPECT_EQ(groups(*batch.collect()), std::vector{group_outcome::rolled_back});
  EXPECT_EQ(rows(), 0);
}

TEST_F(PipelinedCopyTest, OtherStatementsAreRefusedAndLeaveNoTrace) {
  pipeline batch(connection_);
  EXPECT_FALSE(batch.begin_copy_in("select 1"));
  EXPECT_FALSE(batch.begin_copy_in("copy t to stdout"));
  EXPECT_FALSE(batch.push_copy_out("copy t from stdin", [](std::span<const std::byte>) {}));
  EXPECT_FALSE(batch.push("copy t from stdin"));
  ASSERT_TRUE(batch.push("select 1"));
  EXPECT_EQ(outcomes(*batch.collect()), std::vector{completed});
}

TEST_F(PipelinedCopyTest, AnErrorPartWayThroughACopyOutComesBehindItsData) {
  pipeline batch(connection_);
  std::string out;
  ASSERT_TRUE(batch.push_copy_out("copy (select 1/(3-i) from generate_series(1,5) i) to stdout",
                                  [&](std::span<const std::byte> data) { out += text_of(data); }));
  ASSERT_TRUE(batch.sync());
  ASSERT_TRUE(
      batch.push_copy_out("copy (select 5) to stdout", [&](std::span<const std::byte> data) { out += text_of(data); }));
  const auto results = *batch.collect();
  EXPECT_EQ(outcomes(results), (std::vector{failed, completed}));
  EXPECT_EQ(out, "0\n1\n5\n");
}

TEST_F(PipelinedCopyTest, AMultiStatementTrafficStaysInStep) {
  pipeline batch(connection_, {.scope = group_scope::isolated});
  for (int i = 0; i != 200; ++i) {
    ASSERT_TRUE(batch.push("select $1::int", i));
    ASSERT_TRUE(batch.push_copy_in(i % 3 == 0 ? "copy nowhere from stdin" : "copy t from stdin",
                                   i % 3 == 1 ? "x\tbad\n" : "1\tgood\n"));
  }
  const auto results = *batch.collect();
  ASSERT_EQ(results.size(), 800U);
  for (std::size_t i = 0; i != 200; ++i) {
    EXPECT_EQ(results[4 * i][0].get<std::size_t>(0), i);
    EXPECT_EQ(results[4 * i + 2].outcome(), i % 3 == 2 ? completed : failed);
  }
  EXPECT_EQ(rows(), 66);
}

}  // namespace
}  // namespace pgpipe
