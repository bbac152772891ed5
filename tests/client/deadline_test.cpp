#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/copy.hpp>
#include <pgpipe/client/deadline_scope.hpp>
#include <pgpipe/client/transaction.hpp>

#include "support/server.hpp"

namespace pgpipe {
namespace {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

class DeadlineTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(connection_.exec("create temporary table t (i int)")); }

  std::int64_t rows() { return (*connection_.query("select count(*) from t"))[0].get<std::int64_t>(0); }

  connection connection_ = value_or_throw(connection::open(test::server_conninfo()));
};

constexpr const char* insert_one = "insert into t values (1)";

TEST_F(DeadlineTest, AQueryGivesUpAndTheConnectionGoesOn) {
  connection_.set_timeout(100ms);
  const auto start = clock::now();
  for (const int way : {0, 1, 2}) {
    const error failure = way == 0   ? connection_.query("select pg_sleep(0.7)").error()
                          : way == 1 ? connection_.exec("select pg_sleep(0.7); select 1").error()
                                     : connection_.prepare("select 1").error();
    EXPECT_EQ(failure.category(), error_category::timeout);
    EXPECT_FALSE(failure.is_fatal());
    EXPECT_FALSE(failure.safe_to_retry());
  }
  EXPECT_LT(clock::now() - start, 1400ms);
  EXPECT_TRUE(connection_.is_open());
  connection_.set_timeout(0ms);
  EXPECT_EQ((*connection_.query("select 5"))[0].get<int>(0), 5);
  EXPECT_EQ((*connection_.prepare("select $1::int")).parameter_types().size(), 1U);
}

// Answers that come late are nobody's: not the next statement's either.
TEST_F(DeadlineTest, LateRowsAndErrorsReachNobody) {
  pipeline batch(connection_);
  for (const char* late : {"select generate_series(1, 10) from pg_sleep(0.3)",
                           "select 1/(i-i) from pg_sleep(0.3), generate_series(1,1) i"}) {
    {
      const deadline_scope soon(connection_, 50ms);
      ASSERT_TRUE(batch.push(late));
      ASSERT_TRUE(batch.sync());
      const statement_result* result = batch.next();
      EXPECT_EQ(result->outcome(), statement_outcome::unknown);
      EXPECT_EQ(result->failure()->category(), error_category::timeout);
      EXPECT_EQ(batch.next()->group(), group_outcome::unknown);
      EXPECT_EQ(batch.next(), nullptr);
    }
    ASSERT_TRUE(batch.push("select 7"));
    const auto results = *batch.collect();
    ASSERT_EQ(results.size(), 2U);
    ASSERT_EQ(results[0].size(), 1U);
    EXPECT_EQ(results[0][0].get<int>(0), 7);
    EXPECT_EQ(results[1].group(), group_outcome::committed);
  }
}

TEST_F(DeadlineTest, WhatWasNotWrittenNeverHappens) {
  pipeline batch(connection_, {.scope = group_scope::isolated});
  {
    const deadline_scope soon(connection_, 200ms);
    ASSERT_TRUE(batch.push("select pg_sleep(0.7)"));
    ASSERT_TRUE(batch.push("select length($1::text)", std::string(20'000'000, 'x')));
    ASSERT_TRUE(batch.sync());
    const auto pushed = batch.push(insert_one);
    ASSERT_FALSE(pushed);
    EXPECT_EQ(pushed.error().category(), error_category::timeout);
    EXPECT_EQ(batch.next()->outcome(), statement_outcome::unknown);
    EXPECT_EQ(batch.next()->group(), group_outcome::unknown);
    EXPECT_EQ(batch.next()->outcome(), statement_outcome::unknown);  // half of it had left
    EXPECT_EQ(batch.next()->group(), group_outcome::unknown);
    EXPECT_EQ(batch.next(), nullptr);
  }
  EXPECT_EQ(rows(), 0);
}

// The rest of an atomic group cannot be sent any more: what was sent must not commit.
TEST_F(DeadlineTest, HalfAGroupDoesNotCommit) {
  pipeline batch(connection_);
  {
    const deadline_scope soon(connection_, 300ms);
    ASSERT_TRUE(batch.push(insert_one));
    ASSERT_TRUE(batch.push("select pg_sleep(0.8)"));
    ASSERT_TRUE(batch.flush());
    EXPECT_TRUE(batch.push("select length($1::text)", std::string(20'000'000, 'x')));
    EXPECT_FALSE(batch.push(insert_one));
    EXPECT_NE(batch.next(), nullptr);
    EXPECT_NE(batch.collect()->size(), 0U);
  }
  EXPECT_EQ(rows(), 0);
  EXPECT_EQ(connection_.status(), protocol::transaction_status::idle);
}

TEST_F(DeadlineTest, AServerThatNeverPausesDoesNotOutrunIt) {
  const deadline_scope soon(connection_, 150ms);
  const auto start = clock::now();
  auto stream = *connection_.stream("select generate_series(1, 3000000)");
  while (stream.next() != nullptr) {
  }
  EXPECT_EQ(stream.finish().error().category(), error_category::timeout);
  EXPECT_LT(clock::now() - start, 3s);
}

TEST_F(DeadlineTest, CopiesEndAndTheConnectionGoesOn) {
  auto other = value_or_throw(connection::open(test::server_conninfo()));
  ASSERT_TRUE(other.exec("drop table if exists locked; create table locked (i int)"));
  ASSERT_TRUE(other.exec("begin; lock table locked"));
  {
    const deadline_scope soon(connection_, 100ms);
    EXPECT_EQ(copy_in::begin(connection_, "copy locked from stdin").error().category(), error_category::timeout);
  }
  ASSERT_TRUE(other.exec("rollback"));
  EXPECT_EQ(rows(), 0);
  auto copy = *copy_in::begin(connection_, "copy t from stdin");
  ASSERT_TRUE(copy.write("1\n"));
  connection_.set_deadline(clock::now() - 1s);
  EXPECT_EQ(copy.finish().error().category(), error_category::timeout);
  connection_.set_deadline(clock::time_point::max());
  pipeline batch(connection_);
  {
    auto piped = *batch.begin_copy_in("copy t from stdin");
    ASSERT_TRUE(piped.write("1\n"));
    ASSERT_TRUE(batch.flush());
    connection_.set_deadline(clock::now() + 10s);
    EXPECT_EQ(batch.next()->failure()->sqlstate(), "57014");
    connection_.set_deadline(clock::time_point::max());
  }
  ASSERT_TRUE(batch.push("select 3"));
  EXPECT_TRUE(batch.collect());
  EXPECT_EQ((*connection_.query("select 4"))[0].get<int>(0), 4);
}

TEST_F(DeadlineTest, ABlockIsRolledBackAllTheSame) {
  {
    auto block = *transaction::begin(connection_);
    ASSERT_TRUE(connection_.exec(insert_one));
    const deadline_scope soon(connection_, 50ms);
    EXPECT_FALSE(connection_.query("select pg_sleep(0.3)"));
    const auto committed = block.commit();
    ASSERT_FALSE(committed);
    EXPECT_TRUE(committed.error().safe_to_retry());
  }
  EXPECT_EQ(rows(), 0);
  EXPECT_EQ(connection_.status(), protocol::transaction_status::idle);
}

TEST_F(DeadlineTest, CancelsWhatItAbandonsWhenAsked) {
  connection_.cancel_on_deadline(5s);
  const auto start = clock::now();
  for (int i = 0; i != 5; ++i) {
    {
      const deadline_scope soon(connection_, 30ms);
      EXPECT_EQ(connection_.query("select pg_sleep(20)").error().category(), error_category::timeout);
    }
    EXPECT_EQ((*connection_.query("select 5"))[0].get<int>(0), 5);
  }
  EXPECT_LT(clock::now() - start, 10s);
}

// Which of two groups the server is at cannot be known, so neither is cancelled.
TEST_F(DeadlineTest, CancelsNothingWhileAnotherGroupIsUnanswered) {
  connection_.cancel_on_deadline(5s);
  {
    const deadline_scope soon(connection_, 50ms);
    pipeline batch(connection_, {.scope = group_scope::isolated});
    for (int i = 0; i != 2; ++i) ASSERT_TRUE(batch.push("insert into t select 1 from pg_sleep(0.3)"));
    ASSERT_TRUE(batch.sync());
    EXPECT_EQ(batch.next()->outcome(), statement_outcome::unknown);
  }
  EXPECT_EQ(rows(), 2);
}

TEST_F(DeadlineTest, OneThatIsFarAwayChangesNothing) {
  const deadline_scope late(connection_, 1h);
  connection_.set_timeout(1h);
  pipeline batch(connection_);
  for (int i = 0; i != 1000; ++i) ASSERT_TRUE(batch.push("select $1::text", std::string(4000, 'x')));
  EXPECT_EQ(batch.collect()->size(), 1001U);
}

}  // namespace
}  // namespace pgpipe
