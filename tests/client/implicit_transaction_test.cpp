#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>

#include "support/server.hpp"

// What the server makes of the statements between two Syncs, which every pipeline rests on (manual, "Pipelining"). Run
// against several versions by tools/matrix.
namespace pgpipe::test {
namespace {

class implicit_transaction : public testing::Test {
 protected:
  implicit_transaction() { value_or_throw(connection_.exec("create temporary table t (i int)")); }

  // Pushes the statements, with a Sync at each "sync" and at the end, and says what became of them.
  std::string outcome_of(const std::vector<std::string_view>& statements) {
    pipeline batch(connection_);
    for (const std::string_view sql : statements) {
      if (sql == "sync") {
        value_or_throw(batch.sync());
      } else {
        value_or_throw(batch.push(sql));
      }
    }
    std::string text;
    for (const statement_result& each : value_or_throw(batch.collect())) {
      if (!text.empty()) text += ", ";
      text += each.is_group() ? to_string(each.group()) : to_string(each.outcome());
      if (each.outcome() == statement_outcome::failed) text += " " + std::string(each.failure()->sqlstate());
    }
    return text;
  }
  std::string numbers() {
    return value_or_throw(connection_.query("select coalesce(string_agg(i::text, ' ' order by i), '') from t"))[0]
        .get<std::string>(0);
  }

  connection connection_ = value_or_throw(connection::open(server_conninfo()));
};

TEST_F(implicit_transaction, is_committed_by_its_sync) {
  EXPECT_EQ(outcome_of({"insert into t values (1)", "sync", "select 1/0"}),
            "completed, committed, failed 22012, rolled back");
  EXPECT_EQ(numbers(), "1");
}

TEST_F(implicit_transaction, becomes_part_of_a_block_that_begins_in_it) {
  EXPECT_EQ(outcome_of({"insert into t values (1)", "begin", "insert into t values (2)", "rollback",
                        "insert into t values (3)"}),
            "completed, completed, completed, completed, completed, committed");
  EXPECT_EQ(numbers(), "3");
}

TEST_F(implicit_transaction, leaves_a_failed_block_failed) {
  EXPECT_EQ(outcome_of({"begin", "select 1/0", "select 2", "sync", "select 3"}),
            "completed, failed 22012, skipped, failed transaction, failed 25P02, failed transaction");
  value_or_throw(connection_.exec("rollback"));
}

TEST_F(implicit_transaction, takes_commands_that_need_no_block_only_at_its_beginning) {
  value_or_throw(connection_.exec("create table if not exists vacuumed ()"));
  EXPECT_EQ(outcome_of({"vacuum vacuumed", "select 1"}), "completed, completed, committed");
  EXPECT_EQ(outcome_of({"select 1", "vacuum vacuumed"}), "completed, failed 25001, rolled back");
}

// What commits by itself lasts, although its group is rolled back.
TEST_F(implicit_transaction, cannot_undo_what_commits_by_itself) {
  value_or_throw(connection_.exec("drop database if exists made_in_a_group"));
  EXPECT_EQ(outcome_of({"create database made_in_a_group", "select 1/0"}), "completed, failed 22012, rolled back");
  EXPECT_EQ(ask("select count(*) from pg_database where datname = 'made_in_a_group'"), "1");
  value_or_throw(connection_.exec("drop database made_in_a_group"));
}

TEST_F(implicit_transaction, has_its_isolation_before_its_first_query) {
  EXPECT_EQ(outcome_of({"begin isolation level serializable", "select 1", "commit"}),
            "completed, completed, completed, committed");
  EXPECT_EQ(outcome_of({"select 1", "begin isolation level serializable"}), "completed, failed 25001, rolled back");
}

// Until version 18 only a block was a place for SET LOCAL and LOCK TABLE; since then the second statement of a group
// is.
TEST_F(implicit_transaction, warns_where_nothing_is_local) {
  std::vector<std::string> warnings;
  connection_.on_notice([&](const server_message& notice) { warnings.push_back(notice.sqlstate); });
  EXPECT_EQ(outcome_of({"set local work_mem = '1MB'", "set local work_mem = '1MB'", "select 1"}),
            "completed, completed, completed, committed");
  EXPECT_EQ(warnings.size(), server_version() >= 180000 ? 1U : 2U);
  for (const std::string& each : warnings) EXPECT_EQ(each, "25P01");
  EXPECT_EQ(outcome_of({"select 1", "lock table t"}),
            server_version() >= 180000 ? "completed, completed, committed" : "completed, failed 25P01, rolled back");
}

}  // namespace
}  // namespace pgpipe::test
