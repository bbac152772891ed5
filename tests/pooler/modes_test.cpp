#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/client/copy.hpp>
#include <pgpipe/client/deadline_scope.hpp>
#include <pgpipe/client/pool.hpp>
#include <pgpipe/client/portal.hpp>
#include <pgpipe/client/surroundings.hpp>
#include <pgpipe/client/transaction.hpp>

#include "fronts.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using testing::HasSubstr;

std::string direct(std::string_view sql) { return ask(sql, cluster().conninfo()); }

// One clear error, by which nothing was sent.
template <typename Result>
void expect_refused(const Result& refused, pooler_mode mode, const char* what) {
  ASSERT_FALSE(refused) << what;
  EXPECT_EQ(refused.error().category(), error_category::usage);
  EXPECT_EQ(refused.error().text(), "pooler mode " + std::string(to_string(mode)) + " has no place for " + what);
  EXPECT_TRUE(refused.error().safe_to_retry());
}

void expect_usable(connection& on) {
  const auto answer = on.query("select $1::int + 1", 1);
  ASSERT_TRUE(answer) << answer.error().text();
  EXPECT_EQ((*answer)[0].get<int>(0), 2);
}

TEST_P(PoolerModes, ManySessionsShareFewServers) {
  std::vector<connection> all;
  for (std::size_t i = 0; i != sessions(); ++i) {
    all.push_back(open());
    all.back().set_statement_cache(2);
  }
  for (int round = 0; round != 8; ++round) {
    for (std::size_t i = 0; i != all.size(); ++i) {
      // A transaction of another session holds one of the servers, in turn, so that this one's changes.
      connection& other = all[(i + 1) % all.size()];
      value_or_throw(other.exec("begin"));
      const auto number = all[i].query("select $1::int + 1", round);
      ASSERT_TRUE(number) << number.error().text();
      EXPECT_EQ((*number)[0].get<int>(0), round + 1);
      const std::string odd = "it's \\ \xc3\xbc $1";
      const auto text = all[i].query("select $1::text, $2::text is null", odd, std::optional<std::string>());
      ASSERT_TRUE(text) << text.error().text();
      EXPECT_EQ((*text)[0].get<std::string>(0), odd);
      EXPECT_TRUE((*text)[0].get<bool>(1));
      value_or_throw(other.exec("commit"));
    }
  }
}

TEST_P(PoolerModes, AnErrorLeavesTheSessionUsable) {
  connection on = open();
  EXPECT_EQ(on.query("select 1/$1", 0).error().sqlstate(), "22012");
  EXPECT_EQ(on.query("select from where").error().sqlstate(), "42601");
  expect_usable(on);
  EXPECT_TRUE(on.check(std::chrono::milliseconds(5000)));
  expect_usable(on);
}

// Errors fail their own groups only.
TEST_P(PoolerModes, IsolatedPipelines) {
  connection on = open();
  on.set_statement_cache(5);
  pipeline batch(on, {.scope = group_scope::isolated});
  for (int i = 0; i != 60; ++i) value_or_throw(batch.push("select 60 / ($1::int % 10)", i));
  value_or_throw(batch.sync());
  for (int i = 0; i != 60; ++i) {
    const statement_result* one = batch.next();
    ASSERT_NE(one, nullptr);
    ASSERT_FALSE(one->is_group());
    if (i % 10 == 0) {
      ASSERT_NE(one->failure(), nullptr);
      EXPECT_EQ(one->failure()->sqlstate(), "22012");
    } else {
      ASSERT_TRUE(one->completed()) << one->failure()->text();
      EXPECT_EQ((*one)[0].get<int>(0), 60 / (i % 10));
    }
    const statement_result* group = batch.next();
    ASSERT_NE(group, nullptr);
    ASSERT_TRUE(group->is_group());
    EXPECT_EQ(group->group(), i % 10 == 0 ? group_outcome::rolled_back : group_outcome::committed);
  }
  EXPECT_EQ(batch.next(), nullptr);
}

// An error in a group, more work behind it in the same write.
TEST_P(PoolerModes, AtomicPipelines) {
  connection on = open();
  pipeline batch(on);
  if (mode() == pooler_mode::simple) {
    expect_refused(batch.push("select 1"), mode(), "pipelines that are not isolated");
    expect_refused(batch.sync(), mode(), "pipelines that are not isolated");
    EXPECT_EQ(batch.next(), nullptr);
    return expect_usable(on);
  }
  for (int group = 0; group != 5; ++group) {
    value_or_throw(batch.push("select 1/0"));
    value_or_throw(batch.push("select 2"));
    value_or_throw(batch.sync());
    value_or_throw(batch.push("select 3"));
    value_or_throw(batch.sync());
  }
  const auto results = value_or_throw(batch.collect());
  ASSERT_EQ(results.size(), 25U);
  for (std::size_t i = 0; i != 25; i += 5) {
    EXPECT_EQ(results[i].failure()->sqlstate(), "22012");
    EXPECT_EQ(results[i + 1].outcome(), statement_outcome::skipped);
    EXPECT_EQ(results[i + 2].group(), group_outcome::rolled_back);
    EXPECT_EQ(results[i + 3][0].get<std::string>(0), "3");
    EXPECT_EQ(results[i + 4].group(), group_outcome::committed);
  }
  expect_usable(on);
}

// Answers before the group's end.
TEST_P(PoolerModes, FlushWithoutSync) {
  if (mode() == pooler_mode::simple) return;  // it has no groups to flush: AtomicPipelines
  connection on = open();
  pipeline batch(on);
  value_or_throw(batch.push("select 1"));
  value_or_throw(batch.flush());
  EXPECT_EQ((*batch.next())[0].get<std::string>(0), "1");
  value_or_throw(batch.push("select $1::int", 2));
  EXPECT_EQ((*batch.next())[0].get<int>(0), 2);
  value_or_throw(batch.sync());
  EXPECT_EQ(batch.next()->group(), group_outcome::committed);
}

// Two statements, then a portal that is only described, then the Sync, in one write.
TEST_P(PoolerModes, ADescribeStandsLastInItsGroup) {
  if (mode() == pooler_mode::simple) return;  // refused: Portals
  connection on = open();
  pipeline batch(on);
  value_or_throw(batch.push("select 1"));
  value_or_throw(batch.push("select 2"));
  bound_portal described;
  value_or_throw(batch.push_bind_parameters(described, "select 3 as three", {}));
  const auto results = value_or_throw(batch.collect());
  ASSERT_EQ(results.size(), 4U);
  EXPECT_EQ(results[2].columns().name(0), "three");
  EXPECT_EQ(results[3].group(), group_outcome::committed);
  expect_usable(on);
}

TEST_P(PoolerModes, PreparedStatements) {
  connection on = open();
  const auto prepared = on.prepare("select $1::int * 2");
  if (!has_names()) {
    expect_refused(prepared, mode(), "prepared statements");
    return expect_usable(on);
  }
  ASSERT_TRUE(prepared) << prepared.error().text();
  connection other = open();
  for (int i = 0; i != 6; ++i) {
    value_or_throw(other.exec("begin"));
    EXPECT_EQ(value_or_throw(on.execute(*prepared, i))[0].get<int>(0), 2 * i);
    value_or_throw(on.exec("begin"));
    value_or_throw(other.exec("commit"));
    EXPECT_EQ(value_or_throw(on.execute(*prepared, i))[0].get<int>(0), 2 * i);
    value_or_throw(on.exec("commit"));
  }
  pipeline batch(on, {.scope = group_scope::isolated});
  for (int i = 0; i != 100; ++i) value_or_throw(batch.push(*prepared, i));
  const auto results = value_or_throw(batch.collect());
  for (std::size_t i = 0; i != 100; ++i) EXPECT_EQ(results[2 * i][0].get<int>(0), static_cast<int>(2 * i));
  value_or_throw(on.close_statement(*prepared));
  EXPECT_EQ(on.execute(*prepared, 1).error().sqlstate(), is_shared() ? "08P01" : "26000");
}

TEST_P(PoolerModes, Portals) {
  connection on = open();
  auto block = value_or_throw(transaction::begin(on));
  auto opened = portal::open(on, "select generate_series(1, $1::int)", 5);
  pipeline batch(on, {.scope = group_scope::isolated});
  bound_portal into;
  if (mode() == pooler_mode::simple) {
    expect_refused(opened, mode(), "portals");
    expect_refused(batch.push_bind_parameters(into, "select 1", {}), mode(), "portals");
    return expect_usable(on);
  }
  ASSERT_TRUE(opened) << opened.error().text();
  std::size_t rows = 0;
  while (!opened->done()) {
    rows += value_or_throw(opened->fetch(2)).size();
    expect_usable(on);
  }
  EXPECT_EQ(rows, 5U);
}

TEST_P(PoolerModes, Streams) {
  connection on = open();
  for (const char* step : {"1", "3"}) {
    auto rows = value_or_throw(on.stream("select generate_series(1, 30000, $1::int)", step));
    std::int64_t sum = 0;
    for (const row& each : rows) sum += each.get<int>(0);
    EXPECT_EQ(sum, step[0] == '1' ? 450015000 : 149995000);
  }
  auto failing = value_or_throw(on.stream("select 12 / (3 - i) from generate_series(1, $1::int) i", 9));
  EXPECT_EQ(failing.next()->get<int>(0), 6);
  EXPECT_EQ(failing.next()->get<int>(0), 12);
  EXPECT_EQ(failing.next(), nullptr);
  EXPECT_EQ(failing.finish().error().sqlstate(), "22012");
  pipeline batch(on, {.scope = group_scope::isolated});
  value_or_throw(batch.push_streamed("select generate_series(1, 30000)"));
  value_or_throw(batch.push("select 7"));
  value_or_throw(batch.sync());
  std::size_t streamed = 0;
  const statement_result* one = batch.next();
  for (; one->is_part(); one = batch.next()) streamed += one->size();
  EXPECT_EQ(streamed, 30000U);
  EXPECT_EQ(one->affected_rows(), 30000U);
  EXPECT_TRUE(batch.next()->is_group());
  EXPECT_EQ((*batch.next())[0].get<std::string>(0), "7");
}

TEST_P(PoolerModes, TransactionsAndSavepoints) {
  direct("drop table if exists kept; create table kept (i int)");
  connection on = open();
  connection other = open();
  {
    auto block = value_or_throw(transaction::begin(on));
    value_or_throw(on.query("insert into kept values ($1)", 1));
    expect_usable(other);
    {
      auto inner = value_or_throw(savepoint::set(block));
      value_or_throw(on.query("insert into kept values ($1)", 2));
      EXPECT_FALSE(on.query("select 1/0"));
      value_or_throw(inner.rollback());
    }
    value_or_throw(block.commit());
  }
  {
    auto block = value_or_throw(transaction::begin(on));
    value_or_throw(on.query("insert into kept values ($1)", 3));
  }
  EXPECT_EQ(direct("select string_agg(i::text, ' ') from kept"), "1");
}

TEST_P(PoolerModes, CopiesByThemselves) {
  direct("drop table if exists copied; create table copied (i int)");
  connection on = open();
  auto good = value_or_throw(copy_in::begin(on, "copy copied from stdin"));
  value_or_throw(good.write("1\n2\n"));
  EXPECT_EQ(value_or_throw(good.finish()), 2U);
  auto bad = value_or_throw(copy_in::begin(on, "copy copied from stdin"));
  value_or_throw(bad.write("x\n"));
  EXPECT_EQ(bad.finish().error().sqlstate(), "22P02");
  expect_usable(on);
  std::string out;
  EXPECT_EQ(value_or_throw(copy_out(on, "copy copied to stdout",
                                    [&](std::span<const std::byte> data) {
                                      out.append(reinterpret_cast<const char*>(data.data()), data.size());
                                    })),
            2U);
  EXPECT_EQ(out, "1\n2\n");
}

// What stands behind a failed COPY's group would never be answered, were it sent before.
TEST_P(PoolerModes, CopiesInPipelines) {
  direct("drop table if exists copied; create table copied (i int)");
  connection on = open();
  if (mode() == pooler_mode::simple) {
    pipeline batch(on, {.scope = group_scope::isolated});
    expect_refused(batch.push_copy_in("copy copied from stdin", "1\n"), mode(), "COPY in pipelines");
    expect_refused(batch.push_copy_out("copy copied to stdout", [](std::span<const std::byte>) {}), mode(),
                   "COPY in pipelines");
    return expect_usable(on);
  }
  for (const group_scope scope : {group_scope::atomic, group_scope::isolated}) {
    pipeline batch(on, {.scope = scope});
    for (const char* data : {"1\n", "x\n", "2\n", "y\n"}) {
      value_or_throw(batch.push("select 1"));
      value_or_throw(batch.push_copy_in("copy copied from stdin", data));
      value_or_throw(batch.push("select count(*) from copied"));
      value_or_throw(batch.sync());
      value_or_throw(batch.push_copy_out("copy copied to stdout", [](std::span<const std::byte>) {}));
      value_or_throw(batch.sync());
    }
    const auto results = value_or_throw(batch.collect());
    std::size_t failed = 0;
    for (const statement_result& each : results) {
      const bool refused = each.failure() != nullptr && each.failure()->sqlstate() == "22P02";
      failed += refused ? 1 : 0;
      EXPECT_NE(each.outcome(), statement_outcome::unknown);
    }
    EXPECT_EQ(failed, 2U);
  }
  EXPECT_EQ(direct("select string_agg(i::text, ' ' order by i) from copied"), "1 1 2 2");
  expect_usable(on);
}

TEST_P(PoolerModes, Listen) {
  connection on = open();
  int heard = 0;
  on.on_notification([&](std::int32_t, std::string_view, std::string_view) { ++heard; });
  if (is_shared()) {
    expect_refused(on.exec("listen channel"), mode(), "LISTEN");
    expect_refused(on.exec("select ';'; /* ; */ Listen channel"), mode(), "LISTEN");
    expect_refused(on.query("listen channel"), mode(), "LISTEN");
    pipeline batch(on, {.scope = group_scope::isolated});
    expect_refused(batch.push(" listen channel"), mode(), "LISTEN");
    value_or_throw(batch.push("select 1 as listen"));
    EXPECT_EQ(value_or_throw(batch.collect()).size(), 2U);
    expect_refused(on.wait_for_notification(), mode(), "notifications");
    value_or_throw(on.exec("notify channel"));
    return expect_usable(on);
  }
  value_or_throw(on.query("listen channel"));
  direct("notify channel");
  EXPECT_TRUE(value_or_throw(on.wait_for_notification(std::chrono::seconds(20))));
  EXPECT_EQ(heard, 1);
}

TEST_P(PoolerModes, DeadlinesAndCancel) {
  connection on = open();
  for (const bool cancel : {false, true}) {
    on.cancel_on_deadline(std::chrono::milliseconds(cancel ? 5000 : 0));
    {
      const deadline_scope limit(on, std::chrono::milliseconds(100));
      EXPECT_EQ(on.query("select pg_sleep($1::float8)", cancel ? 60 : 0.5).error().category(), error_category::timeout);
    }
    expect_usable(on);
    pipeline batch(on, {.scope = group_scope::isolated});
    {
      const deadline_scope limit(on, std::chrono::milliseconds(100));
      value_or_throw(batch.push("select pg_sleep($1::float8)", 0.3));
      value_or_throw(batch.push("select 2"));
      value_or_throw(batch.sync());
      for (const statement_result* one = batch.next(); one != nullptr; one = batch.next()) {
        EXPECT_TRUE(one->is_group() || !one->completed());
      }
    }
    value_or_throw(batch.push("select 3"));
    EXPECT_EQ((*batch.next())[0].get<std::string>(0), "3");
    EXPECT_TRUE(batch.next()->is_group());
  }
}

TEST_P(PoolerModes, TheStatementCacheOutlivesChangedTables) {
  direct("drop table if exists changing; create table changing as select 1 as a");
  connection on = open();
  on.set_statement_cache(10);
  for (std::size_t columns = 1; columns != 4; ++columns) {
    for (int i = 0; i != 3; ++i) {
      const auto rows = on.query("select * from changing where a = $1", 1);
      ASSERT_TRUE(rows) << rows.error().text();
      EXPECT_EQ(rows->columns().size(), columns);
    }
    direct("alter table changing add c" + std::to_string(columns) + " text default 'x'");
  }
}

TEST_P(PoolerModes, AStatementOfAChangedTableIsPreparedAgain) {
  if (!has_names()) return;  // refused: PreparedStatements
  direct("drop table if exists changing; create table changing as select 1 as a");
  connection on = open();
  auto prepared = value_or_throw(on.prepare("select * from changing"));
  EXPECT_TRUE(on.execute(prepared));
  direct("alter table changing add b text");
  EXPECT_EQ(on.execute(prepared).error().sqlstate(), "0A000");
  prepared = value_or_throw(on.prepare("select * from changing"));
  const auto rows = on.execute(prepared);
  ASSERT_TRUE(rows) << rows.error().text();
  EXPECT_EQ(rows->columns().size(), 2U);
}

TEST_P(PoolerModes, APoolOfConnections) {
  connection first = open();
  auto shared = value_or_throw(pool::open(
      pooler_.conninfo(), {.max_connections = 1, .reset = reset_policy::discard_all, .on_connect = [&](connection& on) {
                             on.set_statement_cache(5);
                             return on.set_pooler_mode(mode());
                           }}));
  for (int i = 0; i != 3; ++i) {
    auto held = value_or_throw(shared->acquire());
    EXPECT_EQ(held->pooler_mode(), mode());
    expect_usable(*held);
    value_or_throw(held->exec("begin"));
  }
  EXPECT_EQ(shared->metrics().opened, 1U);
}

TEST_P(PoolerModes, TheModeStaysOverAReconnection) {
  connection on = open();
  on.set_statement_cache(5);
  expect_usable(on);
  value_or_throw(on.reconnect());
  EXPECT_EQ(on.pooler_mode(), mode());
  for (int i = 0; i != 3; ++i) expect_usable(on);
  if (!has_names()) expect_refused(on.prepare("select 1"), mode(), "prepared statements");
}

// The pooler's words reach the user, and everything that we add of ourselves can be turned off.
TEST_P(PoolerModes, StartupParametersThatThePoolerRefuses) {
  const auto refused = connection::open(pooler_.conninfo() + " options='-c work_mem=1MB'");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), HasSubstr("unsupported startup parameter"));
  protocol::connect_options bare = value_or_throw(options_from_conninfo(pooler_.conninfo()));
  bare.client_encoding.clear();
  bare.settings.clear();
  EXPECT_TRUE(connection::open(bare));
}

// A session's statements where transactions are pooled are errors that say so, and no hang.
TEST(PoolerFaults, NamesThatThePoolerDoesNotFollow) {
  const pooler pool(cluster(), "transaction", 2);
  connection first = value_or_throw(connection::open(pool.conninfo()));
  connection second = value_or_throw(connection::open(pool.conninfo()));
  for (connection* each : {&first, &second}) each->set_timeout(std::chrono::seconds(20));
  const auto prepared = value_or_throw(first.prepare("select $1::int"));
  value_or_throw(second.exec("begin"));  // on the server that has the statement
  EXPECT_EQ(first.execute(prepared, 1).error().sqlstate(), "26000");
  EXPECT_EQ(second.prepare("select 2").error().sqlstate(), "42P05");
  value_or_throw(second.exec("rollback"));
  EXPECT_TRUE(first.query("select 1"));
  EXPECT_TRUE(second.query("select 1"));
}

INSTANTIATE_TEST_SUITE_P(Each, PoolerModes, testing::ValuesIn(fronts_under_test()), name_of_front);

}  // namespace
}  // namespace pgpipe::test
