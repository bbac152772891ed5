#include <gtest/gtest.h>

#include <pgpipe/client/transaction.hpp>

#include "support/server.hpp"

namespace pgpipe {
namespace {

class TransactionTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(connection_.exec("create temporary table t (i int primary key)")); }

  std::int64_t rows() { return (*connection_.query("select count(*) from t"))[0].get<std::int64_t>(0); }

  connection connection_ = value_or_throw(connection::open(test::server_conninfo()));
};

TEST_F(TransactionTest, CommitKeepsAndScopeEndUndoes) {
  {
    auto block = *transaction::begin(connection_);
    ASSERT_TRUE(connection_.exec("insert into t values (1)"));
    ASSERT_TRUE(block.commit());
  }
  {
    auto block = *transaction::begin(connection_);
    ASSERT_TRUE(connection_.exec("insert into t values (2)"));
  }
  EXPECT_EQ(rows(), 1);
  EXPECT_EQ(connection_.status(), protocol::transaction_status::idle);
}

TEST_F(TransactionTest, BeginTakesItsOptions) {
  auto block = *transaction::begin(
      connection_, {.isolation = isolation_level::serializable, .access = access_mode::read_only, .deferrable = true});
  EXPECT_EQ((*connection_.query("show transaction_isolation"))[0].get<std::string>(0), "serializable");
  EXPECT_EQ((*connection_.query("show transaction_read_only"))[0].get<std::string>(0), "on");
  EXPECT_EQ((*connection_.query("show transaction_deferrable"))[0].get<std::string>(0), "on");
  ASSERT_TRUE(block.rollback());
  EXPECT_FALSE(block.commit());
}

TEST_F(TransactionTest, TransactionsDoNotNest) {
  auto block = *transaction::begin(connection_);
  const auto nested = transaction::begin(connection_);
  ASSERT_FALSE(nested);
  EXPECT_EQ(nested.error().category(), error_category::usage);
}

TEST_F(TransactionTest, ACommitOfAFailedBlockIsAnError) {
  auto block = *transaction::begin(connection_);
  EXPECT_FALSE(connection_.exec("select 1/0"));
  const auto committed = block.commit();
  ASSERT_FALSE(committed);
  EXPECT_TRUE(committed.error().safe_to_retry());
  EXPECT_EQ(connection_.status(), protocol::transaction_status::idle);
}

TEST_F(TransactionTest, SavepointsUndoTheirPart) {
  auto block = *transaction::begin(connection_);
  ASSERT_TRUE(connection_.exec("insert into t values (1)"));
  {
    auto inner = *savepoint::set(block);
    ASSERT_TRUE(connection_.exec("insert into t values (2)"));
    EXPECT_FALSE(connection_.exec("insert into t values (2)"));
  }
  {
    auto inner = *savepoint::set(block);
    ASSERT_TRUE(connection_.exec("insert into t values (3)"));
    ASSERT_TRUE(inner.release());
  }
  ASSERT_TRUE(block.commit());
  EXPECT_EQ(rows(), 2);
}

TEST_F(TransactionTest, AScopeThatEndsAmidAPipelineStillRollsBack) {
  {
    auto block = *transaction::begin(connection_);
    pipeline batch(connection_);
    ASSERT_TRUE(batch.push("insert into t values (1)"));
  }
  EXPECT_EQ(rows(), 0);
}

TEST_F(TransactionTest, RetriesSerializationFailuresAndNothingElse) {
  int tries = 0;
  const auto work = [&](transaction& block) -> result<void> {
    ++tries;
    const char* raise = tries < 3 ? "do $$begin raise exception using errcode = '40001'; end$$" : "select 1";
    auto done = block.on().exec(raise);
    if (!done) return fail(done.error());
    return {};
  };
  EXPECT_TRUE(run_with_retry(connection_, work));
  EXPECT_EQ(tries, 3);

  tries = 0;
  const auto hopeless = [&](transaction& block) -> result<void> {
    ++tries;
    auto done = block.on().exec("do $$begin raise exception using errcode = '40P01'; end$$");
    return fail(done.error());
  };
  const auto given_up = run_with_retry(connection_, hopeless,
                                       {.transaction = {}, .max_tries = 4, .backoff = std::chrono::milliseconds(1)});
  EXPECT_EQ(given_up.error().sqlstate(), "40P01");
  EXPECT_EQ(tries, 4);

  tries = 0;
  const auto wrong = [&](transaction& block) -> result<void> {
    ++tries;
    auto done = block.on().exec("select 1/0");
    return fail(done.error());
  };
  EXPECT_FALSE(run_with_retry(connection_, wrong));
  EXPECT_EQ(tries, 1);
}

}  // namespace
}  // namespace pgpipe
