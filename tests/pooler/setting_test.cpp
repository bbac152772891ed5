#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/transaction.hpp>

#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using testing::HasSubstr;

// Straight at a server: what the setting itself does, and how statements look in mode simple.
class PoolerModeSetting : public testing::Test {
 protected:
  void SetUp() override { value_or_throw(simple_.set_pooler_mode(pooler_mode::simple)); }

  // The server reads the argument written into the text as it reads it bound.
  template <typename T>
  void check(const std::string& expression, const T& value) {
    SCOPED_TRACE(expression);
    const std::string sql = "select " + expression + ", pg_typeof(" + expression + ")";
    const auto bound = value_or_throw(bound_.query(sql, value));
    const auto written = simple_.query(sql, value);
    ASSERT_TRUE(written) << written.error().text();
    EXPECT_EQ((*written)[0].template get<std::optional<std::string>>(0),
              bound[0].template get<std::optional<std::string>>(0));
    EXPECT_EQ((*written)[0].template get<std::string>(1), bound[0].template get<std::string>(1));
  }

  connection bound_ = value_or_throw(connection::open(server_conninfo()));
  connection simple_ = value_or_throw(connection::open(server_conninfo()));
};

TEST_F(PoolerModeSetting, IsSetBeforeStatementsArePreparedAndOutsideTransactions) {
  EXPECT_EQ(bound_.pooler_mode(), pooler_mode::session);
  value_or_throw(bound_.exec("begin"));
  EXPECT_THAT(bound_.set_pooler_mode(pooler_mode::simple).error().text(), HasSubstr("within a transaction"));
  value_or_throw(bound_.exec("rollback"));
  {
    pipeline batch(bound_);
    value_or_throw(batch.push("select 1"));
    EXPECT_EQ(bound_.set_pooler_mode(pooler_mode::simple).error().category(), error_category::usage);
  }
  bound_.set_statement_cache(3);
  value_or_throw(bound_.query("select 1"));
  EXPECT_TRUE(bound_.set_pooler_mode(pooler_mode::transaction_unnamed));
  value_or_throw(bound_.query("select 1"));
  EXPECT_TRUE(bound_.set_pooler_mode(pooler_mode::session));
  value_or_throw(bound_.query("select 1"));  // parsed anew under its old name
  const auto prepared = value_or_throw(bound_.prepare("select 1"));
  const auto refused = bound_.set_pooler_mode(pooler_mode::transaction_unnamed);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), HasSubstr("before any statement is prepared"));
  EXPECT_TRUE(bound_.set_pooler_mode(pooler_mode::transaction_named));
  EXPECT_TRUE(bound_.execute(prepared));
}

TEST_F(PoolerModeSetting, ValuesWrittenAsConstantsMeanWhatTheyMeanBound) {
  check("$1", std::numeric_limits<int>::min());
  for (const int value : {0, -1}) {
    check("-$1", value);
    check("$1 - $1", value);
  }
  check("$1", std::numeric_limits<std::int64_t>::min());
  check("$1", std::int16_t{7});
  for (const double value :
       {0.1, -0.0, 1e300, std::numeric_limits<double>::quiet_NaN(), -std::numeric_limits<double>::infinity()}) {
    check("$1", value);
  }
  check("$1", true);
  check("$1", value_or_throw(types::numeric::parse("-12345678901234567890.000100")));
  check("$1", std::chrono::sys_days{std::chrono::year{2024} / 2 / 29});
  check("$1", std::vector<std::optional<int>>{1, std::nullopt, -3});
  check("($1)[2]", std::vector<int>{1, 2});
  check("($1::text[])[2]", std::vector<std::string>{"a", "b'\"\\,{}"});
  check("$1", std::optional<int>());
  check("$1::text", std::optional<std::string>());
  for (const char* text : {"", "'", "''", "\\", "\\'", "'; select 1; --", "$1", "a\nb", "\xc3\xbc\xe2\x82\xac", "E'"}) {
    check("$1::text", text);
    check("$1 || 'x'", text);
  }
  std::vector<std::byte> bytes;
  for (int i = 0; i != 256; ++i) bytes.push_back(static_cast<std::byte>(i));
  check("$1", bytes);
}

TEST_F(PoolerModeSetting, QuotingFollowsTheServersSettings) {
  for (connection* each : {&bound_, &simple_}) value_or_throw(each->exec("set standard_conforming_strings = off"));
  for (const char* text : {"\\", "\\'", "a"}) {
    check("$1::text", text);
    check("'\\'$1\\\\' || $1", text);
  }
  for (connection* each : {&bound_, &simple_}) {
    value_or_throw(each->exec("set standard_conforming_strings = on; set client_encoding = 'LATIN1'"));
  }
  check("$1::text", "\xe9");
  for (connection* each : {&bound_, &simple_}) value_or_throw(each->exec("set client_encoding = 'SJIS'"));
  check("$1::text", "a\\'");
  EXPECT_THAT(simple_.query("select $1::text", "\x83\x5c").error().text(), HasSubstr("only ASCII"));
  EXPECT_THAT(simple_.query("select '\x83\x5c'").error().text(), HasSubstr("only ASCII"));
  value_or_throw(simple_.exec("set client_encoding = 'UTF8'"));
  EXPECT_THAT(simple_.query("select $1::text", "\xff").error().text(), HasSubstr("not valid UTF-8"));
}

// The statement behind one that changes what quoting depends on is written by what the server said to it.
TEST_F(PoolerModeSetting, ASettingThatChangesInsideAPipelineIsWaitedFor) {
  pipeline batch(simple_, {.scope = group_scope::isolated});
  value_or_throw(batch.push("set standard_conforming_strings = off"));
  value_or_throw(batch.push("select '\\'$1', $1::text", "a"));
  value_or_throw(batch.push("select set_config('standard_conforming_strings', 'on', false)"));
  value_or_throw(batch.push("select '\\', $1::text", "b"));
  const auto results = value_or_throw(batch.collect());
  ASSERT_EQ(results.size(), 8U);
  EXPECT_EQ(results[2][0].get<std::string>(0), "'$1");
  EXPECT_EQ(results[2][0].get<std::string>(1), "a");
  EXPECT_EQ(results[6][0].get<std::string>(0), "\\");
  EXPECT_EQ(results[6][0].get<std::string>(1), "b");
}

TEST_F(PoolerModeSetting, MistakesAreRefusedAndSendNothing) {
  pipeline batch(simple_, {.scope = group_scope::isolated});
  EXPECT_EQ(batch.push("select $2", 1).error().category(), error_category::usage);
  EXPECT_EQ(batch.push("select 1; select 2").error().category(), error_category::usage);
  EXPECT_EQ(batch.push("select 'a").error().category(), error_category::usage);
  EXPECT_EQ(batch.push("copy t from stdin").error().category(), error_category::usage);
  EXPECT_EQ(batch.outstanding(), 0U);
  value_or_throw(batch.push("select 1"));
  EXPECT_EQ(value_or_throw(batch.collect()).size(), 2U);
}

TEST_F(PoolerModeSetting, WhatASimpleQueryMayAnswerBeyondRows) {
  EXPECT_EQ(value_or_throw(simple_.query("")).command_tag(), "");
  value_or_throw(simple_.exec("create temporary table t (i int unique deferrable initially deferred)"));
  EXPECT_EQ(value_or_throw(simple_.query("insert into t values ($1)", 1)).command_tag(), "INSERT 0 1");
  // Unlike by Parse, a deferred constraint fails before the statement's end is told.
  EXPECT_EQ(simple_.query("insert into t values ($1)", 1).error().sqlstate(), "23505");
  EXPECT_THAT(simple_.query("copy t from stdin").error().text(), HasSubstr("COPY"));
  EXPECT_THAT(simple_.query("copy t to stdout").error().text(), HasSubstr("COPY TO STDOUT is for copy_out"));
  value_or_throw(simple_.exec("create rule two as on insert to t do also (select 'a', 'b'; select 1)"));
  EXPECT_THAT(simple_.query("insert into t values ($1)", 2).error().text(), HasSubstr("several results"));
  EXPECT_EQ(value_or_throw(simple_.query("select count(*) from t"))[0].get<std::int64_t>(0), 2);
}

TEST_F(PoolerModeSetting, EveryStatementHasAFateWhenTheSessionEnds) {
  pipeline batch(simple_, {.scope = group_scope::isolated});
  value_or_throw(batch.push("select 1"));
  value_or_throw(batch.push("select pg_terminate_backend(pg_backend_pid())"));
  value_or_throw(batch.push("select 2"));
  value_or_throw(batch.sync());
  EXPECT_TRUE(batch.next()->completed());
  EXPECT_EQ(batch.next()->group(), group_outcome::committed);
  const statement_result* ended = batch.next();
  EXPECT_EQ(ended->failure()->sqlstate(), "57P01");
  EXPECT_EQ(batch.next()->group(), group_outcome::unknown);
  EXPECT_EQ(batch.next()->outcome(), statement_outcome::unknown);
  EXPECT_EQ(batch.next()->group(), group_outcome::unknown);
  EXPECT_EQ(batch.next(), nullptr);
}

TEST_F(PoolerModeSetting, AParseErrorInUnnamedModeIsEveryUsesOwn) {
  value_or_throw(bound_.set_pooler_mode(pooler_mode::transaction_unnamed));
  bound_.set_statement_cache(10);
  pipeline batch(bound_, {.scope = group_scope::isolated});
  for (int i = 0; i != 3; ++i) value_or_throw(batch.push("select from where"));
  value_or_throw(batch.push("select $1::int", 4));
  const auto results = value_or_throw(batch.collect());
  for (std::size_t i = 0; i != 3; ++i) EXPECT_EQ(results[2 * i].failure()->sqlstate(), "42601");
  EXPECT_EQ(results[6][0].get<int>(0), 4);
}

}  // namespace
}  // namespace pgpipe::test
