#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/pipeline.hpp>

#include "outcomes.hpp"
#include "support/server.hpp"

namespace pgpipe {
namespace {

class PipelineTest : public testing::Test {
 protected:
  connection connection_ = value_or_throw(connection::open(test::server_conninfo()));

  prepared_statement prepare(std::string_view sql) { return value_or_throw(connection_.prepare(sql)); }
};

TEST_F(PipelineTest, ResultsComeInOrderWithTheIdsOfTheirStatements) {
  const prepared_statement add = prepare("select $1::int + 1");
  pipeline batch(connection_);
  std::vector<statement_id> ids;
  for (int i = 0; i != 10; ++i) ids.push_back(value_or_throw(batch.push(add, i)));
  ASSERT_TRUE(batch.sync());
  for (int i = 0; i != 10; ++i) {
    const statement_result* result = batch.next();
    ASSERT_NE(result, nullptr);
    EXPECT_EQ(result->id(), ids[static_cast<std::size_t>(i)]);
    ASSERT_TRUE(result->completed());
    EXPECT_EQ((*result)[0].get<int>(0), i + 1);
    EXPECT_EQ(result->command_tag(), "SELECT 1");
  }
  const statement_result* end = batch.next();
  ASSERT_NE(end, nullptr);
  EXPECT_EQ(end->group(), group_outcome::committed);
  EXPECT_EQ(batch.next(), nullptr);
}

// FO-PIPE-01 and its kin: whatever the sizes, neither side waits for the other for ever.
TEST_F(PipelineTest, EchoesAHundredTimesFourThousandBytes) {
  const prepared_statement echo = prepare("select $1::text");
  const std::string value(4000, 'x');
  pipeline batch(connection_);
  for (int i = 0; i != 100; ++i) ASSERT_TRUE(batch.push(echo, value));
  ASSERT_TRUE(batch.sync());
  for (int i = 0; i != 100; ++i) EXPECT_EQ((*batch.next())[0].get<std::string_view>(0), value);
  EXPECT_TRUE(batch.next()->is_group());
}

TEST_F(PipelineTest, TakesTenThousandStatements) {
  const prepared_statement echo = prepare("select $1::int");
  pipeline batch(connection_);
  for (int i = 0; i != 10'000; ++i) ASSERT_TRUE(batch.push(echo, i));
  ASSERT_TRUE(batch.sync());
  for (int i = 0; i != 10'000; ++i) ASSERT_EQ((*batch.next())[0].get<int>(0), i);
  EXPECT_EQ(batch.next()->group(), group_outcome::committed);
}

TEST_F(PipelineTest, BothDirectionsFullOfAHundredMegabytes) {
  const prepared_statement large_result = prepare("select repeat('x', 100000000)");
  const prepared_statement large_parameter = prepare("select length($1::text)");
  const std::string parameter(100'000'000, 'y');
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push(large_result));
  ASSERT_TRUE(batch.push(large_parameter, parameter));
  ASSERT_TRUE(batch.push("select 3"));
  ASSERT_TRUE(batch.sync());
  EXPECT_EQ((*batch.next())[0].get<std::string_view>(0).size(), 100'000'000U);
  EXPECT_EQ((*batch.next())[0].get<int>(0), 100'000'000);
  EXPECT_EQ((*batch.next())[0].get<int>(0), 3);
  EXPECT_TRUE(batch.next()->is_group());
}

TEST_F(PipelineTest, AMillionRowsInsideAPipeline) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select 1"));
  ASSERT_TRUE(batch.push("select generate_series(1, 1000000)"));
  ASSERT_TRUE(batch.push("select 2"));
  ASSERT_TRUE(batch.sync());
  EXPECT_EQ((*batch.next())[0].get<int>(0), 1);
  const statement_result& rows = *batch.next();
  ASSERT_EQ(rows.size(), 1'000'000U);
  std::int64_t sum = 0;
  for (const row each : rows) sum += each.get<int>(0);
  EXPECT_EQ(sum, 500'000'500'000);
  EXPECT_EQ((*batch.next())[0].get<int>(0), 2);
}

TEST_F(PipelineTest, RefusesToStoreMoreThanItsBound) {
  pipeline batch(connection_, {.scope = group_scope::atomic, .max_outstanding = 1000, .max_buffered_bytes = 1'000'000});
  ASSERT_TRUE(batch.push("select repeat('x', 100000) from generate_series(1, 1000)"));
  const std::string parameter(300'000, 'y');
  result<statement_id> pushed;
  int accepted = 0;
  while ((pushed = batch.push("select length($1::text)", parameter))) ++accepted;
  EXPECT_EQ(pushed.error().category(), error_category::usage);
  EXPECT_NE(pushed.error().text().find("nobody reads"), std::string::npos) << pushed.error().text();
  ASSERT_TRUE(batch.sync());
  EXPECT_EQ(batch.next()->size(), 1000U);
  for (int i = 0; i != accepted; ++i) EXPECT_EQ((*batch.next())[0].get<int>(0), 300'000);
  EXPECT_EQ(batch.next()->group(), group_outcome::committed);
}

TEST_F(PipelineTest, RefusesMoreThanItsDepth) {
  pipeline batch(connection_, {.scope = group_scope::atomic, .max_outstanding = 3});
  for (int i = 0; i != 3; ++i) ASSERT_TRUE(batch.push("select 1"));
  const auto refused = batch.push("select 1");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().category(), error_category::usage);
  EXPECT_TRUE(refused.error().safe_to_retry());
  EXPECT_EQ(outcomes(*batch.collect()), (std::vector{completed, completed, completed}));
}

// --- errors ---------------------------------------------------------------------------------------------------------

TEST_F(PipelineTest, AnErrorInAnAtomicGroupSkipsTheRestAndUndoesTheGroup) {
  ASSERT_TRUE(connection_.exec("create temporary table t (i int)"));
  for (const int where : {0, 2, 4}) {
    pipeline batch(connection_);
    for (int i = 0; i != 5; ++i) {
      ASSERT_TRUE(i == where ? batch.push("select 1/0") : batch.push("insert into t values ($1)", i));
    }
    ASSERT_TRUE(batch.sync());
    ASSERT_TRUE(batch.push("select 7"));
    const auto results = *batch.collect();
    std::vector<statement_outcome> expected(5, completed);
    for (int i = where; i != 5; ++i) expected[static_cast<std::size_t>(i)] = i == where ? failed : skipped;
    expected.push_back(completed);
    EXPECT_EQ(outcomes(results), expected);
    EXPECT_EQ(groups(results), (std::vector{group_outcome::rolled_back, group_outcome::committed}));
    EXPECT_EQ(results[static_cast<std::size_t>(where)].failure()->sqlstate(), "22012");
    EXPECT_EQ((*connection_.exec("select count(*) from t"))[0][0].get<std::int64_t>(0), 0);
  }
}

TEST_F(PipelineTest, AnErrorInAnIsolatedGroupFailsNothingElse) {
  ASSERT_TRUE(connection_.exec("create temporary table t (i int)"));
  pipeline batch(connection_, {.scope = group_scope::isolated});
  for (int i = 0; i != 5; ++i) {
    ASSERT_TRUE(i == 0 || i == 2 || i == 4 ? batch.push("select 1/0") : batch.push("insert into t values ($1)", i));
  }
  const auto results = *batch.collect();
  EXPECT_EQ(outcomes(results), (std::vector{failed, completed, failed, completed, failed}));
  EXPECT_EQ(groups(results),
            (std::vector{group_outcome::rolled_back, group_outcome::committed, group_outcome::rolled_back,
                         group_outcome::committed, group_outcome::rolled_back}));
  EXPECT_EQ((*connection_.exec("select count(*) from t"))[0][0].get<std::int64_t>(0), 2);
}

TEST_F(PipelineTest, AnErrorInsideATransactionBlockFailsTheBlock) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("begin"));
  ASSERT_TRUE(batch.push("select 1/0"));
  ASSERT_TRUE(batch.sync());
  ASSERT_TRUE(batch.push("select 1"));
  ASSERT_TRUE(batch.sync());
  ASSERT_TRUE(batch.push("rollback"));
  ASSERT_TRUE(batch.sync());
  const auto results = *batch.collect();
  EXPECT_EQ(outcomes(results), (std::vector{completed, failed, failed, completed}));
  EXPECT_EQ(groups(results), (std::vector{group_outcome::failed_transaction, group_outcome::failed_transaction,
                                          group_outcome::committed}));
  EXPECT_EQ(results[3].failure()->sqlstate(), "25P02");
}

TEST_F(PipelineTest, AStatementThatCannotBeParsedIsTheOneThatFails) {
  pipeline batch(connection_);
  const statement_id good = *batch.push("select 1");
  const statement_id bad = *batch.push("selec 1");
  const statement_id after = *batch.push("select 2");
  const auto results = *batch.collect();
  ASSERT_EQ(results.size(), 4U);
  EXPECT_EQ(results[0].id(), good);
  EXPECT_EQ(results[1].id(), bad);
  EXPECT_EQ(results[1].failure()->sqlstate(), "42601");
  EXPECT_EQ(results[2].id(), after);
  EXPECT_EQ(results[2].outcome(), skipped);
}

TEST_F(PipelineTest, ADeferredConstraintFailsTheGroupAndNotItsStatement) {
  ASSERT_TRUE(
      connection_.exec("create temporary table t (i int unique deferrable initially deferred);"
                       "insert into t values (1)"));
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("insert into t values (1)"));
  ASSERT_TRUE(batch.sync());
  ASSERT_TRUE(batch.push("select 1"));
  const auto results = *batch.collect();
  EXPECT_EQ(outcomes(results), (std::vector{completed, completed}));
  EXPECT_EQ(groups(results), (std::vector{group_outcome::rolled_back, group_outcome::committed}));
  ASSERT_NE(results[1].failure(), nullptr);
  EXPECT_EQ(results[1].failure()->sqlstate(), "23505");
}

TEST_F(PipelineTest, AnEmptyQueryCompletes) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push(""));
  const auto results = *batch.collect();
  EXPECT_EQ(outcomes(results), (std::vector{completed}));
  EXPECT_EQ(results[0].command_tag(), "");
}

TEST_F(PipelineTest, RowsOfAFailedStatementAreNotShown) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select 1/(3-i) from generate_series(1,5) i"));
  ASSERT_TRUE(batch.sync());
  ASSERT_TRUE(batch.push("select generate_series(1,5)"));
  const auto results = *batch.collect();
  EXPECT_EQ(results[0].size(), 0U);
  ASSERT_EQ(results[2].size(), 5U);
  EXPECT_EQ(results[2][4].get<int>(0), 5);
}

TEST_F(PipelineTest, RowsOfAFailedStatementAreCountedOutOnce) {
  const prepared_statement echo = prepare("select $1::text");
  pipeline batch(connection_, {.scope = group_scope::isolated});
  ASSERT_TRUE(batch.push("select 1 / (1000 - g) from generate_series(1, 1000) g"));
  EXPECT_EQ(batch.next()->outcome(), failed);
  EXPECT_TRUE(batch.next()->is_group());
  const std::string text(4000, 'x');
  for (int i = 0; i != 300; ++i) ASSERT_TRUE(batch.push(echo, text)) << i;
  EXPECT_EQ(batch.collect()->size(), 600U);
}

TEST_F(PipelineTest, BareSyncsAreGroupsOfNothing) {
  pipeline batch(connection_);
  for (int i = 0; i != 3; ++i) ASSERT_TRUE(batch.sync());
  const auto results = *batch.collect();
  EXPECT_EQ(groups(results), std::vector(3, group_outcome::committed));
}

TEST_F(PipelineTest, ARefusedPushLeavesNoTrace) {
  const prepared_statement one = prepare("select $1::int");
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select 1"));
  EXPECT_FALSE(batch.push(one));                                  // an argument is missing
  EXPECT_FALSE(batch.push(one, std::int64_t{1} << 40));           // no int4
  EXPECT_FALSE(batch.push(std::string_view("select '\0'", 11)));  // a zero byte
  const std::vector<std::string> texts(65'536, "x");
  std::vector<parameter> too_many;
  for (const std::string& each : texts) too_many.emplace_back(each);
  EXPECT_FALSE(batch.push_parameters("select 1", too_many));
  ASSERT_TRUE(batch.push("select 3"));
  const auto results = *batch.collect();
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0][0].get<int>(0), 1);
  EXPECT_EQ(results[1][0].get<int>(0), 3);
}

TEST_F(PipelineTest, FlushBringsAnswersBeforeTheGroupEnds) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select 1"));
  ASSERT_TRUE(batch.flush());
  EXPECT_EQ((*batch.next())[0].get<int>(0), 1);
  ASSERT_TRUE(batch.push("select 1/0"));
  ASSERT_TRUE(batch.flush());
  EXPECT_EQ(batch.next()->outcome(), failed);
  ASSERT_TRUE(batch.push("select 2"));
  EXPECT_EQ(batch.next()->outcome(), skipped);
  const auto results = *batch.collect();
  EXPECT_EQ(groups(results), std::vector{group_outcome::rolled_back});
}

TEST_F(PipelineTest, NextAsksForAnswersOfAnOpenGroup) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select 1"));
  EXPECT_EQ((*batch.next())[0].get<int>(0), 1);
}

TEST_F(PipelineTest, OneThatEndsEarlyLeavesTheConnectionUsable) {
  {
    pipeline batch(connection_);
    ASSERT_TRUE(batch.push("select 1"));
    ASSERT_TRUE(batch.push("select 1/0"));
  }
  EXPECT_EQ((*connection_.query("select 5"))[0].get<int>(0), 5);
}

TEST_F(PipelineTest, NoticesComeBetweenResultsAndChangeNothing) {
  std::vector<std::string> notices;
  connection_.on_notice([&](const server_message& notice) { notices.push_back(notice.message); });
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select 1"));
  ASSERT_TRUE(batch.push("do $$begin raise warning 'w'; end$$"));
  ASSERT_TRUE(batch.push("select 2"));
  const auto results = *batch.collect();
  EXPECT_EQ(outcomes(results), (std::vector{completed, completed, completed}));
  EXPECT_EQ(notices, std::vector<std::string>{"w"});
}

TEST_F(PipelineTest, AnUnaskedCopyFailsAloneAndTheConnectionLives) {
  ASSERT_TRUE(connection_.exec("create temporary table t (i int)"));
  const auto copied = connection_.query("copy t from stdin");
  ASSERT_FALSE(copied);
  EXPECT_EQ(copied.error().sqlstate(), "57014");
  pipeline batch(connection_);
  EXPECT_FALSE(batch.push("copy t from stdin"));
  ASSERT_TRUE(batch.push("copy (select 1) to stdout"));
  const auto sent = *batch.collect();
  EXPECT_EQ(outcomes(sent), std::vector{failed});
  EXPECT_EQ((*connection_.query("select 5"))[0].get<int>(0), 5);
}

// --- a server that goes away ----------------------------------------------------------------------------------------

TEST_F(PipelineTest, EveryStatementHasAFateWhenTheServerEndsTheSession) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select pg_terminate_backend(pg_backend_pid())"));
  ASSERT_TRUE(batch.push("select 1"));
  ASSERT_TRUE(batch.sync());
  ASSERT_TRUE(batch.push("select 2"));
  ASSERT_TRUE(batch.sync());
  const auto results = *batch.collect();
  ASSERT_EQ(results.size(), 5U);
  EXPECT_EQ(results[0].outcome(), failed);
  EXPECT_EQ(results[0].failure()->sqlstate(), "57P01");
  EXPECT_TRUE(results[0].failure()->is_fatal());
  EXPECT_EQ(results[1].outcome(), skipped);
  EXPECT_EQ(results[2].group(), group_outcome::unknown);
  // The server may have been gone before it was sent.
  EXPECT_TRUE(results[3].outcome() == statement_outcome::unknown ||
              results[3].outcome() == statement_outcome::not_sent);
  EXPECT_EQ(results[3].failure()->category(), error_category::closed);
  EXPECT_FALSE(connection_.is_open());
  EXPECT_EQ(batch.push("select 3").error().category(), error_category::closed);
  EXPECT_FALSE(connection_.exec("select 1"));
}

TEST_F(PipelineTest, TheServersLastWordsAreTheReasonEvenWhileMuchIsStillToBeSent) {
  auto other = value_or_throw(connection::open(test::server_conninfo()));
  pipeline batch(connection_);
  const std::string large(64'000'000, 'x');
  ASSERT_TRUE(batch.push("select pg_sleep(0.3)"));
  ASSERT_TRUE(batch.flush());
  ASSERT_TRUE(other.query("select pg_terminate_backend($1)", connection_.process_id()));
  ASSERT_TRUE(batch.push("select length($1::text)", large));
  ASSERT_TRUE(batch.sync());
  const auto results = *batch.collect();
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0].outcome(), failed);
  EXPECT_EQ(results[0].failure()->sqlstate(), "57P01");
}

}  // namespace
}  // namespace pgpipe
