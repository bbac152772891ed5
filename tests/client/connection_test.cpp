#include <csignal>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/time.h>

#include <pgpipe/client/connection.hpp>

#include "support/server.hpp"

namespace pgpipe {
namespace {

class ConnectionTest : public testing::Test {
 protected:
  connection connection_ = value_or_throw(connection::open(test::server_conninfo()));
};

// --- text SQL -------------------------------------------------------------------------------------------------------

TEST_F(ConnectionTest, ExecGivesEveryStatementsResult) {
  const auto results = *connection_.exec("select 1; select 'a' as x, null as y; create temporary table t (i int)");
  ASSERT_EQ(results.size(), 3U);
  EXPECT_EQ(results[0][0].get<int>(0), 1);
  EXPECT_EQ(results[1][0].get<std::string>("x"), "a");
  EXPECT_EQ(results[1][0].get<std::optional<std::string>>("y"), std::nullopt);
  EXPECT_EQ(results[2].command_tag(), "CREATE TABLE");
}

TEST_F(ConnectionTest, ExecStopsAtTheFirstErrorAndSaysWhich) {
  const auto results = connection_.exec("create temporary table t (i int); select 1/0; select 2");
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().sqlstate(), "22012");
  EXPECT_EQ(results.error().category(), error_category::server);
  EXPECT_FALSE(results.error().is_fatal());
  EXPECT_EQ((*connection_.query("select to_regclass('pg_temp.t') is null"))[0].get<bool>(0), true);
}

TEST_F(ConnectionTest, ExecGivesEachResultThatARuleAdds) {
  ASSERT_TRUE(
      connection_.exec("create temporary table t (i int);"
                       "create rule two as on insert to t do also (select 'a', 'b'; select new.i)"));
  const auto results = connection_.exec("insert into t values (7)");
  ASSERT_TRUE(results) << results.error().text();
  ASSERT_EQ(results->size(), 2U);
  EXPECT_EQ((*results)[0][0].get<std::string>(1), "b");
  EXPECT_EQ((*results)[1][0].get<int>(0), 7);
  EXPECT_EQ((*results)[1].command_tag(), "INSERT 0 1");
}

TEST_F(ConnectionTest, ExecOfNothingIsOneEmptyResult) {
  for (const char* text : {"", " ; ; "}) {
    const auto results = *connection_.exec(text);
    ASSERT_EQ(results.size(), 1U);
    EXPECT_TRUE(results[0].completed());
    EXPECT_EQ(results[0].command_tag(), "");
  }
}

TEST_F(ConnectionTest, ExecRefusesAZeroByteAndSendsNothing) {
  const auto results = connection_.exec(std::string_view("select 1\0; drop table t", 23));
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().category(), error_category::usage);
  EXPECT_TRUE(results.error().safe_to_retry());
  EXPECT_TRUE(connection_.exec("select 1"));
}

TEST_F(ConnectionTest, ExecSurvivesCopiesThatNobodyAskedFor) {
  ASSERT_TRUE(connection_.exec("create temporary table t (i int)"));
  EXPECT_FALSE(connection_.exec("copy t from stdin"));
  EXPECT_FALSE(connection_.exec("copy (select 1) to stdout"));
  EXPECT_EQ((*connection_.exec("select count(*) from t"))[0][0].get<std::int64_t>(0), 0);
}

// --- statements with parameters -------------------------------------------------------------------------------------

TEST_F(ConnectionTest, QueryBindsItsArguments) {
  const auto result = *connection_.query("select $1 + 1, $2 || '!', $3::float8 * 2, $4::bool, $5::int is null", 41,
                                         "text", 1.5, true, std::nullopt);
  const row only = result[0];
  EXPECT_EQ(only.get<int>(0), 42);
  EXPECT_EQ(only.get<std::string_view>(1), "text!");
  EXPECT_DOUBLE_EQ(only.get<double>(2), 3.0);
  EXPECT_TRUE(only.get<bool>(3));
  EXPECT_TRUE(only.get<bool>(4));
}

TEST_F(ConnectionTest, ValuesAreNeverConvertedInSilence) {
  const auto result = *connection_.query("select 5000000000::int8 as large, null::int as missing, 'x'::text as word");
  const row only = result[0];
  const auto large = only.decode<int>("large");
  ASSERT_FALSE(large);
  EXPECT_NE(large.error().text().find("large"), std::string::npos) << large.error().text();
  EXPECT_FALSE(only.decode<int>("missing"));
  EXPECT_FALSE(only.decode<int>("word"));
  EXPECT_FALSE(only.decode<int>("absent"));
  EXPECT_FALSE(only.decode<int>(3));
  EXPECT_THROW((void)only.get<int>("large"), exception);
  // Going back to the left is allowed.
  EXPECT_EQ(only.get<std::int64_t>(0), 5'000'000'000);
}

TEST_F(ConnectionTest, AnErrorCarriesTheServersFields) {
  const auto result = connection_.query("select no_such_column");
  ASSERT_FALSE(result);
  ASSERT_NE(result.error().server(), nullptr);
  EXPECT_EQ(result.error().server()->sqlstate, "42703");
  EXPECT_EQ(result.error().server()->severity, "ERROR");
  EXPECT_EQ(result.error().server()->position, "8");
  EXPECT_TRUE(result.error().safe_to_retry());
}

TEST_F(ConnectionTest, AParametersValueNeverEntersAMessageOfOurs) {
  const auto statement = *connection_.prepare("select $1::int2");
  const auto result = connection_.execute(statement, 123'456);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().text().find("123456"), std::string::npos) << result.error().text();
}

TEST_F(ConnectionTest, APreparedStatementDescribesItselfOnce) {
  const auto statement = *connection_.prepare("select $1::int as number, $2::text as word");
  EXPECT_EQ(statement.parameter_types(), (std::vector<std::uint32_t>{types::oid::int4, types::oid::text}));
  for (int i = 0; i != 3; ++i) {
    const auto result = *connection_.execute(statement, i, "w");
    EXPECT_EQ(result.columns().name(0), "number");
    EXPECT_EQ(result[0].get<int>("number"), i);
  }
}

TEST_F(ConnectionTest, AStatementThatMayChangeItsShapeIsDescribedEachTime) {
  const auto show = *connection_.prepare("explain select 1");
  EXPECT_EQ((*connection_.execute(show)).columns().name(0), "QUERY PLAN");
  ASSERT_TRUE(connection_.exec("begin; declare c cursor for select 1 as a, 2 as b"));
  const auto fetch = *connection_.prepare("fetch 1 from c");
  EXPECT_EQ((*connection_.execute(fetch)).columns().size(), 2U);
  ASSERT_TRUE(connection_.exec("close c; declare c cursor for select 7 as z"));
  const auto again = *connection_.execute(fetch);
  ASSERT_EQ(again.columns().size(), 1U);
  EXPECT_EQ(again[0].get<int>("z"), 7);
}

TEST_F(ConnectionTest, AFailedPrepareLeavesTheConnectionUsable) {
  const auto statement = connection_.prepare("select from from");
  ASSERT_FALSE(statement);
  EXPECT_EQ(statement.error().sqlstate(), "42601");
  EXPECT_TRUE(connection_.prepare("select 1"));
}

TEST_F(ConnectionTest, AClosedStatementIsGone) {
  const auto statement = *connection_.prepare("select 1");
  ASSERT_TRUE(connection_.close_statement(statement));
  EXPECT_EQ(connection_.execute(statement).error().sqlstate(), "26000");
}

TEST_F(ConnectionTest, WideRowsAndManyParametersPass) {
  std::string wide = "select 1";
  for (int i = 2; i <= 1664; ++i) wide += "," + std::to_string(i);
  const auto columns = *connection_.query(wide);
  ASSERT_EQ(columns[0].size(), 1664U);
  EXPECT_EQ(columns[0].get<int>(1663), 1664);

  std::string many = "select cardinality(array[$1";
  for (int i = 2; i <= 65'535; ++i) many += ",$" + std::to_string(i);
  many += "])";
  const std::vector<int> values(65'535, 7);
  std::vector<parameter> arguments;
  for (const int& each : values) arguments.emplace_back(each);
  const auto counted = connection_.query_parameters(many, arguments);
  // The server's own limit of an array or its stack may refuse it; the count itself must have arrived.
  if (counted) {
    EXPECT_EQ((*counted)[0].get<int>(0), 65'535);
  } else {
    EXPECT_EQ(counted.error().category(), error_category::server) << counted.error().text();
  }
}

TEST_F(ConnectionTest, ACallOutOfOrderIsRefusedAndChangesNothing) {
  pipeline batch(connection_);
  ASSERT_TRUE(batch.push("select 1"));
  EXPECT_EQ(connection_.exec("select 2").error().category(), error_category::usage);
  EXPECT_EQ(connection_.query("select 2").error().category(), error_category::usage);
  EXPECT_EQ(connection_.prepare("select 2").error().category(), error_category::usage);
  EXPECT_EQ((*batch.collect())[0][0].get<int>(0), 1);
}

// --- start-up -------------------------------------------------------------------------------------------------------

TEST_F(ConnectionTest, StartsWithUtf8AndIsoDates) {
  EXPECT_EQ(connection_.parameter_status("client_encoding"), "UTF8");
  EXPECT_EQ(connection_.parameter_status("DateStyle").substr(0, 3), "ISO");
  EXPECT_GT(connection_.process_id(), 0);
}

TEST_F(ConnectionTest, ReportsChangedParameters) {
  ASSERT_TRUE(connection_.exec("set application_name = 'changed'"));
  EXPECT_EQ(connection_.parameter_status("application_name"), "changed");
}

TEST(ConnectTest, ARefusedConnectionSaysWhere) {
  const auto refused = connection::open("host=127.0.0.1 port=1 dbname=postgres user=postgres");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().category(), error_category::io);
  EXPECT_NE(refused.error().text().find("127.0.0.1"), std::string::npos) << refused.error().text();
}

TEST(ConnectTest, SeveralHostsAreTriedInOrder) {
  const std::string conninfo = test::server_conninfo();
  EXPECT_FALSE(connection::open(conninfo + " host=/nonexistent"));
}

TEST(ConnectTest, BadParametersAreNamed) {
  for (const char* bad : {"nonsense=1", "sslmode=perhaps", "port=5x", "service=x"}) {
    const auto refused = connection::open(bad);
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error().category(), error_category::usage) << bad;
    const std::string_view name = std::string_view(bad).substr(0, std::string_view(bad).find('='));
    EXPECT_NE(refused.error().text().find(name), std::string::npos) << refused.error().text();
  }
}

// --- quoting --------------------------------------------------------------------------------------------------------

TEST_F(ConnectionTest, QuotedTextComesBackAsItWas) {
  for (const char* text : {"plain", "it's", "back\\slash", "", "\"double\"", "gr\xc3\xbc\xc3\x9f"}) {
    const std::string literal = *connection_.escape_literal(text);
    EXPECT_EQ((*connection_.exec("select " + literal))[0][0].get<std::string>(0), text);
    if (*text == '\0') continue;
    const std::string identifier = *connection_.escape_identifier(text);
    EXPECT_EQ((*connection_.exec("select 1 as " + identifier))[0].columns().name(0), text);
  }
  EXPECT_FALSE(connection_.escape_literal("\xc3'"));
}

// --- signals, notifications, the end --------------------------------------------------------------------------------

void ignore_alarm(int) {}

TEST_F(ConnectionTest, SignalsInterruptNothing) {
  struct sigaction action{};
  action.sa_handler = ignore_alarm;
  struct sigaction before{};
  sigaction(SIGALRM, &action, &before);
  const itimerval every_millisecond{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &every_millisecond, nullptr);
  const auto slept = connection_.query("select pg_sleep(0.3), repeat('x', 3000000)");
  const itimerval never{};
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &before, nullptr);
  ASSERT_TRUE(slept) << slept.error().text();
  EXPECT_EQ((*slept)[0].get<std::string_view>(1).size(), 3'000'000U);
}

TEST_F(ConnectionTest, NotificationsReachTheirHandler) {
  std::vector<std::string> heard;
  connection_.on_notification([&](std::int32_t, std::string_view channel, std::string_view payload) {
    heard.push_back(std::string(channel) + ":" + std::string(payload));
  });
  ASSERT_TRUE(connection_.exec("listen tidings; notify tidings, 'good'"));
  ASSERT_TRUE(connection_.exec("select 1"));
  EXPECT_EQ(heard, std::vector<std::string>{"tidings:good"});
}

TEST_F(ConnectionTest, ATerminatedSessionIsClosedWithTheServersWords) {
  auto other = value_or_throw(connection::open(test::server_conninfo()));
  ASSERT_TRUE(other.query("select pg_terminate_backend($1)", connection_.process_id()));
  const auto result = connection_.query("select 1");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().sqlstate(), "57P01") << result.error().text();
  EXPECT_TRUE(result.error().is_fatal());
  EXPECT_FALSE(connection_.is_open());
  const auto later = connection_.query("select 1");
  ASSERT_FALSE(later);
  EXPECT_TRUE(later.error().safe_to_retry()) << "nothing was sent";
  pipeline batch(connection_);
  const auto pushed = batch.push("select 1");
  ASSERT_FALSE(pushed);
  EXPECT_TRUE(pushed.error().safe_to_retry());
}

TEST_F(ConnectionTest, AClosedConnectionRefusesEverything) {
  connection_.close();
  EXPECT_EQ(connection_.exec("select 1").error().category(), error_category::closed);
  EXPECT_EQ(connection_.prepare("select 1").error().category(), error_category::closed);
  connection_.close();
}

}  // namespace
}  // namespace pgpipe
