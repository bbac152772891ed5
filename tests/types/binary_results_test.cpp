#include "round_trip.hpp"

namespace pgpipe::test {
namespace {

class BinaryResults : public RoundTrip {
 protected:
  prepared_statement in_binary(const std::string& sql) {
    return value_or_throw(connection_.prepare(sql, {}, result_format::binary_where_known));
  }
};

TEST_F(BinaryResults, ComeColumnByColumn) {
  run("create type pg_temp.color as enum ('red')");
  const auto statement = in_binary(
      "select $1::int as i, 'x'::text as t, 1.5::numeric as n, 'red'::pg_temp.color as e, '12.50'::money as m, "
      "array[1,2] as a, row(1, 'a'::text) as r");
  for (const int i : {1, 2}) {
    const auto rows = value_or_throw(connection_.execute(statement, i));
    const protocol::row_shape& columns = rows.columns();
    for (const char* name : {"i", "t", "n", "a"})
      EXPECT_EQ(columns.encoding(*columns.find(name)), format::binary) << name;
    for (const char* name : {"e", "m", "r"}) EXPECT_EQ(columns.encoding(*columns.find(name)), format::text) << name;
    EXPECT_EQ(rows[0].get<int>("i"), i);
    EXPECT_EQ(rows[0].get<std::string_view>("t"), "x");
    EXPECT_EQ(rows[0].get<types::numeric>("n").to_string(), "1.5");
    EXPECT_EQ(rows[0].get<std::string>("e"), "red");
    EXPECT_EQ(rows[0].get<std::string>("m"), "$12.50");
    EXPECT_EQ(rows[0].get<std::vector<int>>("a"), (std::vector{1, 2}));
    EXPECT_EQ((rows[0].get<std::tuple<int, std::string>>("r")), std::tuple(1, "a"));
    EXPECT_EQ(rows[0].decode<std::string>("i").error().text(),
              "column \"i\": a value of type int4 in binary format cannot be read as std::string");
  }
}

TEST_F(BinaryResults, AreTextWhereNobodyAsked) {
  const auto statement = value_or_throw(connection_.prepare("select 1"));
  EXPECT_EQ(value_or_throw(connection_.execute(statement))[0].get<std::string>(0), "1");
}

TEST_F(BinaryResults, ComeInPipelinesPortalsAndStreams) {
  const auto statement = in_binary("select i, i::float8 / 2 from generate_series(1, $1) i");
  pipeline batch(connection_);
  for (int i = 1; i != 50; ++i) ASSERT_TRUE(batch.push(statement, i));
  int expected = 1;
  for (const statement_result& rows : value_or_throw(batch.collect())) {
    if (rows.is_group()) continue;
    int sum = 0;
    for (auto [i, half] : rows.as<int, double>()) {
      EXPECT_EQ(2 * half, i);
      sum += i;
    }
    EXPECT_EQ(sum, expected * (expected + 1) / 2);
    ++expected;
  }
  EXPECT_EQ(expected, 50);
}

TEST_F(BinaryResults, AreNotForStatementsWhoseColumnsChange) {
  const auto statement = in_binary("show datestyle");
  EXPECT_TRUE(value_or_throw(connection_.execute(statement))[0].get<std::string>(0).starts_with("ISO"));
  const auto nothing = in_binary("create temporary table gone (i int)");
  EXPECT_TRUE(connection_.execute(nothing));
}

TEST_F(BinaryResults, NeverMeetAnotherType) {
  run("create temporary table t as select 1 as x");
  const auto statement = in_binary("select x from t");
  EXPECT_EQ(value_or_throw(connection_.execute(statement))[0].get<int>(0), 1);
  run("alter table t alter x type text using x::text");
  const auto changed = connection_.execute(statement);
  // Refused by the server, or prepared anew by us; never bytes of one type read as another.
  if (changed) {
    EXPECT_EQ((*changed)[0].get<std::string>(0), "1");
  } else {
    EXPECT_EQ(changed.error().sqlstate(), "0A000");
  }
}

}  // namespace
}  // namespace pgpipe::test
