#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/client/copy.hpp>
#include <pgpipe/client/observer.hpp>
#include <pgpipe/client/pool.hpp>
#include <pgpipe/client/portal.hpp>
#include <pgpipe/client/transaction.hpp>

#include "support/server.hpp"

namespace pgpipe {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::MatchesRegex;

// Writes down what it is told, a line each.
class note_taker : public observer {
 public:
  std::vector<std::string> lines;
  batch_observation last_batch;
  query_observation last_query;
  pool_observation last_pool;

  void on_connect(const connect_observation& what) override {
    note("connect " + std::string(what.user.empty() ? "" : "as a user") +
             (what.server_version.empty() ? "" : ", to a server"),
         what);
    // Who is told of a connection is not told its bytes.
    EXPECT_EQ(what.bytes_sent, 0U);
  }
  void on_prepare(const prepare_observation& what) override { note("prepare " + std::string(what.text), what); }
  void on_query(const query_observation& what) override {
    last_query = what;
    note("query " + std::string(what.text) + std::string(what.statement) + ": " + std::to_string(what.rows), what);
  }
  void on_batch(const batch_observation& what) override {
    last_batch = what;
    note("batch of " + std::to_string(what.statements) + " in " + std::to_string(what.groups) + ": " +
             std::to_string(what.rows) + " rows, " + std::to_string(what.failed) + " failed",
         what);
  }
  void on_copy(const copy_observation& what) override {
    note("copy " + std::string(what.text) + ": " + std::to_string(what.rows), what);
  }
  void on_pool(const pool_observation& what) override {
    last_pool = what;
    note(what.opened ? "acquire, opened" : "acquire", what);
  }

  std::vector<std::string> take() { return std::exchange(lines, {}); }

 private:
  void note(std::string line, const observation& what) {
    EXPECT_GE(what.duration.count(), what.waited.count());
    EXPECT_LE(what.begun, std::chrono::steady_clock::now());
    if (what.failure != nullptr) line += " " + std::string(what.sqlstate().empty() ? "failed" : what.sqlstate());
    lines.push_back(std::move(line));
  }
};

class ObserverTest : public testing::Test {
 protected:
  std::shared_ptr<note_taker> notes_ = std::make_shared<note_taker>();
  connection connection_ = value_or_throw(connection::open(test::server_conninfo(), notes_));
};

TEST_F(ObserverTest, IsToldOfConnecting) {
  EXPECT_THAT(notes_->take(), ElementsAre("connect as a user, to a server"));
  ASSERT_TRUE(connection_.reconnect());
  EXPECT_THAT(notes_->take(), ElementsAre("connect as a user, to a server"));
  ASSERT_TRUE(connection_.query("select 1"));
  EXPECT_THAT(notes_->take(), ElementsAre("query select 1: 1"));
  const auto none = connection::open("host=/nonexistent user=u dbname=d", notes_);
  EXPECT_FALSE(none);
  EXPECT_THAT(notes_->take(), ElementsAre("connect as a user failed"));
}

TEST_F(ObserverTest, IsToldOfEachStatement) {
  notes_->take();
  ASSERT_TRUE(connection_.query("select generate_series(1, $1::int)", 3));
  EXPECT_FALSE(connection_.query("select 1/0"));
  ASSERT_TRUE(connection_.exec("select 1; select 2"));
  const auto prepared = value_or_throw(connection_.prepare("select $1::int"));
  ASSERT_TRUE(connection_.execute(prepared, 1));
  EXPECT_FALSE(connection_.prepare("select from where"));
  EXPECT_FALSE(connection_.query("select $1::int"));
  {
    auto block = value_or_throw(transaction::begin(connection_));
    auto rows = value_or_throw(portal::open(connection_, "select 1"));
    ASSERT_TRUE(rows.fetch(5));
    ASSERT_TRUE(block.commit());
  }
  EXPECT_THAT(notes_->take(), ElementsAre("query select generate_series(1, $1::int): 3", "query select 1/0: 0 22012",
                                          "query select 1; select 2: 2", "prepare select $1::int", "query pgpipe_1: 1",
                                          "prepare select from where 42601", "query select $1::int: 0 08P01",
                                          "query BEGIN: 0", "query pgpipe_1: 1", "query COMMIT: 0"));
}

TEST_F(ObserverTest, BytesAndWaitsAreThoseOfTheCall) {
  ASSERT_TRUE(connection_.query("select repeat('x', 100000), pg_sleep(0.05)"));
  const query_observation big = notes_->last_query;
  EXPECT_GT(big.bytes_received, 100000U);
  EXPECT_LT(big.bytes_sent, 200U);
  EXPECT_GE(big.duration, milliseconds(50));
  EXPECT_GE(big.waited, milliseconds(40));
  ASSERT_TRUE(connection_.query("select length($1)", std::string(100000, 'y')));
  const query_observation sent = notes_->last_query;
  EXPECT_GT(sent.bytes_sent, 100000U);
  EXPECT_LT(sent.bytes_received, 300U);
  EXPECT_LE(sent.waited, sent.duration);
}

TEST_F(ObserverTest, AStreamIsToldAtItsEnd) {
  notes_->take();
  {
    auto rows = value_or_throw(connection_.stream("select generate_series(1, 10)"));
    ASSERT_NE(rows.next(), nullptr);
    EXPECT_TRUE(notes_->lines.empty());
  }
  EXPECT_FALSE(value_or_throw(connection_.stream("select 1/0")).finish());
  EXPECT_THAT(notes_->take(), ElementsAre("query select generate_series(1, 10): 10", "query select 1/0: 0 22012"));
}

TEST_F(ObserverTest, IsToldOfABatchWhenItsLastAnswerHasCome) {
  notes_->take();
  for (const group_scope scope : {group_scope::atomic, group_scope::isolated}) {
    pipeline batch(connection_, {.scope = scope});
    for (int i = 0; i != 3; ++i) ASSERT_TRUE(batch.push("select 6 / (1 - $1::int)", i));
    ASSERT_TRUE(batch.sync());
    ASSERT_TRUE(batch.push("select generate_series(1, 4)"));
    ASSERT_TRUE(batch.push("select 1"));
    ASSERT_TRUE(batch.collect());
  }
  EXPECT_THAT(notes_->take(),
              ElementsAre("batch of 3 in 1: 1 rows, 1 failed 22012", "batch of 2 in 1: 5 rows, 0 failed",
                          "batch of 3 in 3: 2 rows, 1 failed 22012", "batch of 2 in 2: 5 rows, 0 failed"));
}

TEST_F(ObserverTest, ABatchsBytesAndWaitsAreThoseSinceTheLast) {
  ASSERT_TRUE(connection_.query("select repeat('x', 100000)"));
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select length($1), pg_sleep(0.05)", std::string(50000, 'y')));
  ASSERT_TRUE(batch.collect());
  EXPECT_GT(notes_->last_batch.bytes_sent, 50000U);
  EXPECT_LT(notes_->last_batch.bytes_sent, 50300U);
  EXPECT_GT(notes_->last_batch.bytes_received, 0U);
  EXPECT_LT(notes_->last_batch.bytes_received, 300U);
  EXPECT_GE(notes_->last_batch.waited, milliseconds(40));
}

TEST_F(ObserverTest, WhatIsNotToldByItselfIsNoPartOfTheNextBatch) {
  ASSERT_TRUE(connection_.check());
  EXPECT_TRUE(connection_.close_statement(value_or_throw(connection_.prepare("select 1"))));
  EXPECT_FALSE(connection_.query("select 1/0"));
  notes_->take();
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select 1"));
  ASSERT_TRUE(batch.collect());
  EXPECT_THAT(notes_->take(), ElementsAre("batch of 1 in 1: 1 rows, 0 failed"));
}

TEST_F(ObserverTest, ACommitThatFailsFailsNoStatementOfItsBatch) {
  ASSERT_TRUE(connection_.exec("create temporary table t (i int unique deferrable initially deferred)"));
  notes_->take();
  pipeline batch(connection_);
  for (int i = 0; i != 2; ++i) ASSERT_TRUE(batch.push("insert into t values (1)"));
  ASSERT_TRUE(batch.collect());
  EXPECT_THAT(notes_->take(), ElementsAre("batch of 2 in 1: 2 rows, 0 failed 23505"));
}

TEST_F(ObserverTest, ABatchThatLosesItsSessionIsTold) {
  notes_->take();
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select pg_terminate_backend(pg_backend_pid())"));
  ASSERT_TRUE(batch.push("select 1"));
  ASSERT_TRUE(batch.collect());
  EXPECT_THAT(notes_->take(), ElementsAre(HasSubstr("57P01")));
}

TEST_F(ObserverTest, SeesBatchesInPoolerModeSimple) {
  ASSERT_TRUE(connection_.set_pooler_mode(pooler_mode::simple));
  notes_->take();
  pipeline batch(connection_, {.scope = group_scope::isolated});
  for (int i = 0; i != 3; ++i) ASSERT_TRUE(batch.push("select 6 / (1 - $1)", i));
  ASSERT_TRUE(batch.collect());
  EXPECT_THAT(notes_->take(), ElementsAre("batch of 3 in 3: 2 rows, 1 failed 22012"));
}

TEST_F(ObserverTest, IsToldOfCopies) {
  ASSERT_TRUE(connection_.exec("create temporary table t (i int)"));
  notes_->take();
  auto good = value_or_throw(copy_in::begin(connection_, "copy t from stdin"));
  ASSERT_TRUE(good.write("1\n2\n"));
  EXPECT_TRUE(notes_->lines.empty());
  ASSERT_TRUE(good.finish());
  auto bad = value_or_throw(copy_in::begin(connection_, "copy t from stdin"));
  ASSERT_TRUE(bad.write("x\n"));
  EXPECT_FALSE(bad.finish());
  EXPECT_FALSE(copy_in::begin(connection_, "copy nowhere from stdin"));
  ASSERT_TRUE(copy_out(connection_, "copy t to stdout", [](std::span<const std::byte>) {}));
  EXPECT_THAT(notes_->take(), ElementsAre("copy copy t from stdin: 2", "copy copy t from stdin: 0 22P02",
                                          "copy copy nowhere from stdin: 0 42P01", "copy copy t to stdout: 2"));
}

TEST_F(ObserverTest, IsToldOfAPool) {
  const auto pool = value_or_throw(pool::open(test::server_conninfo(), {.max_connections = 1, .observer = notes_}));
  notes_->take();
  {
    auto held = value_or_throw(pool->acquire());
    EXPECT_EQ(notes_->last_pool.in_use, 1U);
    EXPECT_FALSE(pool->acquire(milliseconds(30)));
    EXPECT_GE(notes_->last_pool.waited, milliseconds(30));
    ASSERT_TRUE(held->query("select 1"));
  }
  ASSERT_TRUE(pool->acquire());
  EXPECT_THAT(notes_->take(), ElementsAre("connect as a user, to a server", "acquire, opened", "acquire failed",
                                          "query select 1: 1", "acquire"));
}

TEST_F(ObserverTest, CanBeTakenAwayAndSetLater) {
  notes_->take();
  connection_.set_observer(nullptr);
  ASSERT_TRUE(connection_.query("select 1"));
  EXPECT_TRUE(notes_->lines.empty());
  connection_.set_observer(notes_);
  ASSERT_TRUE(connection_.query("select 2"));
  EXPECT_THAT(notes_->take(), ElementsAre("query select 2: 1"));
}

TEST_F(ObserverTest, ATraceBeginsAndEndsBetweenMessagesAndCanHaveTimeStamps) {
  std::string trace;
  const auto sink = [&](std::string_view lines) { trace += lines; };
  {
    pipeline batch(connection_);
    ASSERT_TRUE(batch.push("select 1"));
    EXPECT_EQ(connection_.trace(sink).error().category(), error_category::usage);
  }
  ASSERT_TRUE(connection_.trace(sink, protocol::trace_everything));
  ASSERT_TRUE(connection_.exec("select 1"));
  EXPECT_THAT(trace.substr(0, trace.find('\n')),
              MatchesRegex("....-..-.. ..:..:..\\.......\tF\t13\tQuery\t \"select 1\""));
  ASSERT_TRUE(connection_.reconnect());
  trace.clear();
  ASSERT_TRUE(connection_.exec("select 2"));
  EXPECT_THAT(trace, HasSubstr("\"select 2\""));
  connection_.close();
  EXPECT_THAT(trace, HasSubstr("F\t4\tTerminate"));
}

}  // namespace
}  // namespace pgpipe
