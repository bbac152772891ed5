#include <string>

#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>

#include "support/server.hpp"

namespace pgpipe {
namespace {

class StatementCacheTest : public testing::Test {
 protected:
  void SetUp() override { connection_.set_statement_cache(3); }

  std::string prepared() {
    return (
               *connection_.exec("select coalesce(string_agg(statement, '; ' order by prepare_time), '') from "
                                 "pg_prepared_statements"))[0][0]
        .get<std::string>(0);
  }

  connection connection_ = value_or_throw(connection::open(test::server_conninfo()));
};

TEST_F(StatementCacheTest, PreparesAtTheFirstUseOnce) {
  for (int i = 0; i != 3; ++i) EXPECT_EQ((*connection_.query("select $1::int + 1", i))[0].get<int>(0), i + 1);
  EXPECT_EQ(prepared(), "select $1::int + 1");
  ASSERT_TRUE(connection_.query("create temporary table t (i int)"));
  for (int i = 0; i != 3; ++i) EXPECT_EQ(connection_.query("insert into t values ($1)", i)->affected_rows(), 1U);
  EXPECT_EQ(prepared(), "select $1::int + 1; insert into t values ($1)");
}

TEST_F(StatementCacheTest, TypesOfArgumentsTellStatementsApart) {
  EXPECT_EQ((*connection_.query("select pg_typeof($1)::text", 1))[0].get<std::string>(0), "integer");
  EXPECT_EQ((*connection_.query("select pg_typeof($1)::text", 1.5))[0].get<std::string>(0), "double precision");
  EXPECT_EQ((*connection_.query("select pg_typeof($1)::text", 2))[0].get<std::string>(0), "integer");
}

TEST_F(StatementCacheTest, TheOneUsedLongestAgoMakesRoom) {
  for (const char* sql : {"select 1", "select 2", "select 3", "select 1", "select 4", "select 1", "select 5"}) {
    EXPECT_EQ((*connection_.query(sql))[0].get<std::string>(0), std::string(1, sql[7]));
  }
  EXPECT_EQ(prepared(), "select 1; select 4; select 5");
}

// An earlier error makes the server skip the Parse, and the cache must not believe in it.
TEST_F(StatementCacheTest, AParseThatWasSkippedIsDoneAgain) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select 1/0"));
  ASSERT_TRUE(batch.push("select $1::int", 7));
  ASSERT_TRUE(batch.sync());
  ASSERT_TRUE(batch.push("select $1::int", 8));
  ASSERT_TRUE(batch.push("select $1::int", 9));
  ASSERT_TRUE(batch.sync());
  const auto results = *batch.collect();
  EXPECT_EQ(results[0].failure()->sqlstate(), "22012");
  EXPECT_EQ(results[1].outcome(), statement_outcome::skipped);
  EXPECT_EQ(results[3][0].get<int>(0), 8);
  EXPECT_EQ(results[4][0].get<int>(0), 9);
  EXPECT_EQ((*connection_.query("select $1::int", 10))[0].get<int>(0), 10);
}

TEST_F(StatementCacheTest, ASyntaxErrorIsEveryUsesOwn) {
  pipeline batch(connection_, {.scope = group_scope::isolated});
  for (int i = 0; i != 3; ++i) ASSERT_TRUE(batch.push("select from where"));
  ASSERT_TRUE(batch.push("select 1"));
  const auto results = *batch.collect();
  for (std::size_t i = 0; i != 3; ++i) EXPECT_EQ(results[2 * i].failure()->sqlstate(), "42601");
  EXPECT_EQ(results[6][0].get<int>(0), 1);
}

TEST_F(StatementCacheTest, AStalePlanIsParsedAgainWhereNothingHappened) {
  ASSERT_TRUE(connection_.exec("create temporary table t as select 1 as a"));
  EXPECT_EQ(connection_.query("select * from t")->columns().size(), 1U);
  ASSERT_TRUE(connection_.exec("alter table t add b text default 'x'"));
  const auto wider = connection_.query("select * from t");
  ASSERT_TRUE(wider) << wider.error().text();
  EXPECT_EQ((*wider)[0].get<std::string>(1), "x");
  ASSERT_TRUE(connection_.exec("discard plans; deallocate all"));
  EXPECT_EQ(connection_.query("select * from t")->columns().size(), 2U);
}

TEST_F(StatementCacheTest, InATransactionBlockAStalePlanFailsOnce) {
  ASSERT_TRUE(connection_.exec("create temporary table t as select 1 as a"));
  ASSERT_TRUE(connection_.query("select * from t"));
  ASSERT_TRUE(connection_.exec("alter table t add b text"));
  ASSERT_TRUE(connection_.exec("begin"));
  EXPECT_EQ(connection_.query("select * from t").error().sqlstate(), "0A000");
  ASSERT_TRUE(connection_.exec("rollback; begin"));
  EXPECT_EQ(connection_.query("select * from t")->columns().size(), 2U);
  ASSERT_TRUE(connection_.exec("commit"));
}

TEST_F(StatementCacheTest, APipelineMeetsAStalePlanOnceAndGoesOn) {
  ASSERT_TRUE(connection_.exec("create temporary table t as select 1 as a"));
  ASSERT_TRUE(connection_.query("select * from t"));
  ASSERT_TRUE(connection_.exec("alter table t add b text default 'x'"));
  pipeline batch(connection_, {.scope = group_scope::isolated});
  // All three are under way before the first has failed: they fail alike.
  for (int i = 0; i != 3; ++i) ASSERT_TRUE(batch.push("select * from t"));
  for (int i = 0; i != 3; ++i) {
    EXPECT_EQ(batch.next()->failure()->sqlstate(), "0A000");
    EXPECT_EQ(batch.next()->group(), group_outcome::rolled_back);
  }
  for (int i = 0; i != 3; ++i) ASSERT_TRUE(batch.push("select * from t"));
  for (int i = 0; i != 3; ++i) {
    EXPECT_EQ(batch.next()->columns().size(), 2U);
    EXPECT_EQ(batch.next()->group(), group_outcome::committed);
  }
}

TEST_F(StatementCacheTest, StatementsThatWereDeallocatedUnderItAreParsedAgain) {
  ASSERT_TRUE(connection_.query("select $1::int", 1));
  pipeline batch(connection_, {.scope = group_scope::isolated});
  ASSERT_TRUE(batch.push("deallocate all"));
  ASSERT_TRUE(batch.push("select $1::int", 2));
  const auto results = *batch.collect();
  EXPECT_EQ(results[2].failure()->sqlstate(), "26000");
  ASSERT_TRUE(batch.push("select $1::int", 3));
  EXPECT_EQ((*batch.collect())[0][0].get<int>(0), 3);
}

// The text is the same, what it means is not: values are never read by the types of before.
TEST_F(StatementCacheTest, TablesThatAreMadeAnewAreReadByTheirNewTypes) {
  const char* const sql = "select * from t where a = $1::text::int or true";
  ASSERT_TRUE(connection_.exec("create temporary table t as select 1 as a, 2 as b"));
  EXPECT_EQ((*connection_.query(sql, "1"))[0].get<int>(1), 2);
  ASSERT_TRUE(connection_.exec("alter table t alter b type text using 'two'"));
  EXPECT_EQ((*connection_.query(sql, "1"))[0].get<std::string>(1), "two");
  ASSERT_TRUE(connection_.exec("drop table t"));
  EXPECT_EQ(connection_.query(sql, "1").error().sqlstate(), "42P01");
  ASSERT_TRUE(connection_.exec("create temporary table t as select 1 as a, 2.5::float8 as b, 'c' as c"));
  const auto anew = connection_.query(sql, "1");
  ASSERT_TRUE(anew) << anew.error().text();
  EXPECT_EQ((*anew)[0].get<double>(1), 2.5);
  EXPECT_EQ(anew->columns().size(), 3U);
}

TEST_F(StatementCacheTest, WhatARolledBackBlockPreparedStaysPrepared) {
  ASSERT_TRUE(connection_.exec("begin"));
  ASSERT_TRUE(connection_.query("select $1::int", 1));
  EXPECT_FALSE(connection_.query("select 1/0"));
  EXPECT_EQ(connection_.query("select $1::int", 2).error().sqlstate(), "25P02");
  ASSERT_TRUE(connection_.exec("rollback"));
  EXPECT_EQ((*connection_.query("select $1::int", 3))[0].get<int>(0), 3);
}

TEST_F(StatementCacheTest, ANewSessionKnowsNothingOfTheOldOnesStatements) {
  ASSERT_TRUE(connection_.query("select $1::int", 1));
  ASSERT_TRUE(connection_.reconnect());
  EXPECT_EQ((*connection_.query("select $1::int", 2))[0].get<int>(0), 2);
  EXPECT_EQ(prepared(), "select $1::int");
}

// Formats belong to the execution they were asked for.
TEST_F(StatementCacheTest, FormatsOfOneExecutionAreNotThoseOfTheNext) {
  const auto text = value_or_throw(connection_.prepare("select $1::int, $2::text"));
  const auto binary =
      value_or_throw(connection_.prepare("select $1::int, $2::text", {}, result_format::binary_where_known));
  pipeline batch(connection_);
  for (int i = 0; i != 4; ++i) {
    ASSERT_TRUE(batch.push(text, i, "t"));
    ASSERT_TRUE(batch.push(binary, std::to_string(i), "b"));
    ASSERT_TRUE(batch.push("select $1::int, $2::text", i, "c"));
  }
  const auto results = *batch.collect();
  for (std::size_t i = 0; i != 12; ++i) {
    EXPECT_EQ(results[i].columns().encoding(0), i % 3 == 1 ? format::binary : format::text);
    EXPECT_EQ(results[i][0].get<int>(0), static_cast<int>(i / 3));
    EXPECT_EQ(results[i][0].get<std::string>(1), std::string(1, "tbc"[i % 3]));
  }
}

TEST_F(StatementCacheTest, ManyTextsInOnePipelineKeepTheirResults) {
  pipeline batch(connection_);
  for (int i = 0; i != 200; ++i) {
    ASSERT_TRUE(batch.push("select " + std::to_string(i % 7) + " + $1::int", i));
    if (i % 20 == 19) {
      ASSERT_TRUE(batch.sync());
    }
  }
  int i = 0;
  while (const statement_result* result = batch.next()) {
    if (result->is_group()) continue;
    ASSERT_TRUE(result->completed()) << result->failure()->text();
    EXPECT_EQ((*result)[0].get<int>(0), i % 7 + i);
    ++i;
  }
  EXPECT_EQ(i, 200);
}

TEST_F(StatementCacheTest, StreamsToo) {
  for (int n = 1; n != 4; ++n) {
    auto rows = *connection_.stream("select generate_series(1, $1::int)", n);
    int sum = 0;
    for (const row& each : rows) sum += each.get<int>(0);
    EXPECT_EQ(sum, n * (n + 1) / 2);
  }
  EXPECT_EQ(prepared(), "select generate_series(1, $1::int)");
}

}  // namespace
}  // namespace pgpipe
