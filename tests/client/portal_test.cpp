#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/portal.hpp>
#include <pgpipe/client/transaction.hpp>

#include "support/server.hpp"

namespace pgpipe {
namespace {

class PortalTest : public testing::Test {
 protected:
  connection connection_ = value_or_throw(connection::open(test::server_conninfo()));
};

TEST_F(PortalTest, FetchesSomeRowsAtATimeWithOtherStatementsBetween) {
  auto block = *transaction::begin(connection_);
  auto series = *portal::open(connection_, "select i, i * $1::int from generate_series(1, 10) i", 3);
  EXPECT_EQ(series.columns().size(), 2U);
  auto other = *portal::open(connection_, "select 'x' from generate_series(1, 2)");
  std::vector<std::size_t> sizes;
  int expected = 0;
  while (!series.done()) {
    const auto part = series.fetch(4);
    ASSERT_TRUE(part) << part.error().text();
    sizes.push_back(part->size());
    for (const row each : *part) {
      EXPECT_EQ(each.get<int>(0), ++expected);
      EXPECT_EQ(each.get<int>(1), 3 * expected);
    }
    EXPECT_EQ((*connection_.query("select 7"))[0].get<int>(0), 7);
    EXPECT_EQ(other.fetch(1)->size(), sizes.size() <= 2 ? 1U : 0U);
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{4, 4, 2}));
  ASSERT_TRUE(series.close());
  EXPECT_EQ(series.fetch(1).error().sqlstate(), "34000");
  EXPECT_FALSE(block.commit());
}

TEST_F(PortalTest, SaysSuspendedAndThenTheCommandTag) {
  auto block = *transaction::begin(connection_);
  const auto statement = *connection_.prepare("select generate_series(1, $1::int)");
  auto rows = *portal::open(connection_, statement, 3);
  const auto first = rows.fetch(3);
  EXPECT_EQ(first->outcome(), statement_outcome::suspended);
  EXPECT_EQ(first->group(), group_outcome::in_transaction);
  EXPECT_EQ(first->command_tag(), "");
  const auto second = rows.fetch(0);
  EXPECT_EQ(second->outcome(), statement_outcome::completed);
  EXPECT_EQ(second->size(), 0U);
  EXPECT_TRUE(rows.done());
  EXPECT_FALSE(rows.fetch(-1));
  ASSERT_TRUE(block.commit());
  EXPECT_EQ(rows.fetch(1).error().sqlstate(), "34000");
}

TEST_F(PortalTest, NeedsATransactionBlock) {
  const auto refused = portal::open(connection_, "select 1");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().category(), error_category::usage);
}

TEST_F(PortalTest, AnErrorPartWayFailsTheFetchThatMeetsIt) {
  auto block = *transaction::begin(connection_);
  auto rows = *portal::open(connection_, "select 1/(3-i) from generate_series(1,5) i");
  EXPECT_EQ(rows.fetch(2)->size(), 2U);
  EXPECT_EQ(rows.fetch(2).error().sqlstate(), "22012");
  EXPECT_EQ(rows.fetch(2).error().sqlstate(), "25P02");
}

TEST_F(PortalTest, FetchesInsideAPipeline) {
  const auto statement = *connection_.prepare("select generate_series(1, $1::int)");
  pipeline batch(connection_);
  bound_portal known;
  bound_portal unknown;
  ASSERT_TRUE(batch.push_bind(known, statement, 5));
  ASSERT_TRUE(batch.push_bind(unknown, "show server_version"));
  ASSERT_TRUE(batch.push_fetch(known, 2));
  ASSERT_TRUE(batch.push_fetch(unknown, 2));
  ASSERT_TRUE(batch.push("select 42"));
  ASSERT_TRUE(batch.push_fetch(known, 2));
  ASSERT_TRUE(batch.push_fetch(known, 2));
  ASSERT_TRUE(batch.push_close(known));
  ASSERT_TRUE(batch.push_fetch(known, 2));
  ASSERT_TRUE(batch.push("select 43"));
  const auto results = *batch.collect();
  ASSERT_EQ(results.size(), 11U);
  EXPECT_TRUE(results[0].completed());
  EXPECT_TRUE(results[1].completed());
  EXPECT_EQ(results[2].outcome(), statement_outcome::suspended);
  EXPECT_EQ(results[2][1].get<int>(0), 2);
  EXPECT_TRUE(results[3].completed());
  EXPECT_EQ(results[3].size(), 1U);
  EXPECT_EQ(results[3].columns().name(0), "server_version");
  EXPECT_EQ(results[4][0].get<int>(0), 42);
  EXPECT_EQ(results[5][1].get<int>(0), 4);
  EXPECT_TRUE(results[6].completed());
  EXPECT_EQ(results[6].size(), 1U);
  EXPECT_TRUE(results[7].completed());
  EXPECT_EQ(results[8].failure()->sqlstate(), "34000");
  EXPECT_EQ(results[9].outcome(), statement_outcome::skipped);
  EXPECT_EQ(results[10].group(), group_outcome::rolled_back);
}

TEST_F(PortalTest, IsGoneWithItsGroup) {
  pipeline batch(connection_);
  bound_portal gone;
  ASSERT_TRUE(batch.push_bind(gone, "select generate_series(1, 5)"));
  ASSERT_TRUE(batch.push_fetch(gone, 1));
  ASSERT_TRUE(batch.sync());
  ASSERT_TRUE(batch.push_fetch(gone, 1));
  const auto results = *batch.collect();
  EXPECT_EQ(results[1].outcome(), statement_outcome::suspended);
  EXPECT_EQ(results[3].failure()->sqlstate(), "34000");
}

}  // namespace
}  // namespace pgpipe
