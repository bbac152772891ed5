#include "round_trip.hpp"

namespace pgpipe::test {

struct item {
  std::string name;
  std::optional<std::int32_t> supplier;
  types::numeric price;
  friend bool operator==(const item&, const item&) = default;
};

struct order {
  std::int64_t id = 0;
  item first;
  std::vector<item> others;
  friend bool operator==(const order&, const order&) = default;
};

namespace {

using namespace std::chrono;
using types::array;
using types::multirange;
using types::numeric;
using types::or_infinity;
using types::range;

using utc_time = sys_time<microseconds>;

template <typename T>
using nullable = std::vector<std::optional<T>>;

TEST_F(RoundTrip, Arrays) {
  check_all<nullable<bool>>("bool[]", {"{}", "{t,f,NULL}"});
  check_all<nullable<std::int16_t>>("int2[]", {"{}", "{1,NULL,-32768}"});
  check_all<std::vector<std::int32_t>>("int4[]", {"{}", "{1,-2147483648}"});
  check_all<nullable<std::int64_t>>("int8[]", {"{NULL}", "{9223372036854775807}"});
  check_all<nullable<double>>("float8[]", {"{0.1,-Infinity,NULL}"});
  check_all<nullable<numeric>>("numeric[]", {"{1.50,NaN,NULL,-0.0001}"});
  check_all<nullable<std::string>>("text[]", {"{}", R"x({"NULL",NULL,"","a b","a,b","{}","\"","\\",null,nULL,"it's"})x",
                                              "{\" lead\",\"trail \",\"\n\t\"}"});
  check_all<nullable<std::string>>("name[]", {"{a,NULL}"});
  check_all<nullable<std::vector<std::byte>>>("bytea[]", {R"x({"\\x","\\x5c22",NULL})x"});
  check_all<nullable<types::uuid>>("uuid[]", {"{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11,NULL}"});
  check_all<nullable<sys_days>>("date[]", {"{2024-02-29,NULL,\"0001-01-01 BC\"}"});
  check_all<nullable<or_infinity<utc_time>>>("timestamptz[]", {"{\"2024-02-29 12:00:00+00\",infinity,NULL}"});
  check_all<nullable<types::interval>>("interval[]", {"{\"1 mon -1 days\",NULL}"});
  check_all<nullable<types::timetz>>("timetz[]", {"{12:00:00+01,NULL}"});
  check_all<nullable<microseconds>>("time[]", {"{12:00:00,NULL}"});
  check_all<nullable<types::json>>("jsonb[]", {R"x({"{\"a\": [1, \"x\"]}",NULL,null})x"});
  check_all<nullable<types::json>>("json[]", {R"x({"{\"a\": 1}",NULL})x"});
  check_all<nullable<types::inet>>("inet[]", {"{10.0.0.1,::1/64,NULL}"});
  check_all<nullable<types::macaddr>>("macaddr[]", {"{08:00:2b:01:02:03}"});
  check_all<nullable<range<int>>>("int4range[]", {R"x({"[1,5)",empty,NULL})x"});
  const auto boxes = value_or_throw(connection_.query("select '{(1,1),(0,0);(3,3),(2,2)}'::box[]"));
  const auto corners = boxes[0].get<std::vector<std::string>>(0);
  EXPECT_EQ(corners, (std::vector<std::string>{"(1,1),(0,0)", "(3,3),(2,2)"}));
  EXPECT_EQ(sent_back("box[]", corners), "{(1,1),(0,0);(3,3),(2,2)}");
}

TEST_F(RoundTrip, ArraysOfAnyShape) {
  check_all<array<std::int32_t>>(
      "int4[]",
      {"{}", "{1}", "[0:2]={1,2,3}", "[2:4]={1,2,3}", "[-5:-4]={1,2}", "{{1,2,3},{4,5,6}}", "[0:1][5:6]={{1,2},{3,4}}",
       "{{{{{{1}}}}}}", "{{{1},{2}},{{3},{4}}}", "[2147483646:2147483646]={1}", "[-2147483648:-2147483647]={1,2}"});
  check_all<array<std::optional<std::string>>>("text[]", {R"([0:1][1:2]={{a,NULL},{"NULL","{\"}"}})"});
  check<array<std::int32_t>>("int4[]", "array_fill(7, array[3,1,4,1,5,2])");
}

TEST_F(RoundTrip, ArraysInPractice) {
  const std::vector<std::string> names{"a", "b,c"};
  const auto any = value_or_throw(connection_.query("select $1 = any($2)", "b,c", names));
  EXPECT_TRUE(any[0].get<bool>(0));
  const auto sum = value_or_throw(connection_.query("select sum(x) from unnest($1) x", std::vector<int>{1, 2, 39}));
  EXPECT_EQ(sum[0].get<std::int64_t>(0), 42);
}

TEST_F(RoundTrip, Ranges) {
  check_all<range<std::int32_t>>("int4range", {"empty", "[1,5)", "(,5)", "[1,)", "(,)"});
  check_all<range<std::int64_t>>("int8range", {"[1,9223372036854775807)"});
  check_all<range<numeric>>("numrange", {"empty", "[1.5,2.50]", "(1.5,2.5)", "(,NaN]"});
  check_all<range<sys_days>>("daterange", {"[2024-01-01,2024-02-01)", "[2024-01-01,)"});
  check_all<range<or_infinity<sys_days>>>("daterange", {"[2024-01-01,infinity)", "[-infinity,)"});
  check_all<range<local_time<microseconds>>>("tsrange", {"[\"2024-01-01 12:00:00\",\"2024-01-02 00:00:00\"]"});
  check_all<range<utc_time>>("tstzrange", {"[2024-01-01 12:00:00+00,)"});
  run("create type pg_temp.textrange as range (subtype = text)");
  check_all<range<std::string>>("pg_temp.textrange",
                                {"empty", "[a,b)", R"(["a\"b","c\\d"])", R"(["",")\"\"(,"])", "[\"a \",)"},
                                written::as_text);
}

TEST_F(RoundTrip, Multiranges) {
  if (server_version() < 140000) {
    EXPECT_EQ(ask("select count(*) from pg_type where typname like '%multirange'"), "0") << "they came with version 14";
    return;
  }
  check_all<multirange<std::int32_t>>("int4multirange", {"{}", "{[1,3)}", "{[1,3),[5,)}", "{(,)}"});
  check_all<multirange<utc_time>>(
      "tstzmultirange", {"{[\"2024-01-01 12:00:00+00\",\"2024-01-02 00:00:00+00\"),[\"2025-01-01 00:00:00+00\",)}"});
  check_all<multirange<numeric>>("nummultirange", {"{[1.5,2.50],(3,4)}"});
}

TEST_F(RoundTrip, Composites) {
  run("create type pg_temp.item as (name text, supplier int4, price numeric)");
  run("create type pg_temp.\"order\" as (id int8, first pg_temp.item, others pg_temp.item[])");
  check_all<item>("pg_temp.item", {"(fuzzy,42,1.99)", R"x(("a ""quoted"" \\ (x,y)",,0.0))x", R"(("",1,NaN))"},
                  written::as_text);
  check<order>(
      "pg_temp.\"order\"",
      R"(row(1, row('a"b\c', null, 1)::pg_temp.item, array[row('', 1, 2)::pg_temp.item, row(',', null, 3)::pg_temp.item]))",
      written::as_text);
  check_all<std::vector<std::optional<item>>>("pg_temp.item[]", {R"x({"(a,1,2)",NULL,"(\"x y\",,3)"})x"},
                                              written::as_text);
  const item expected{"x", std::nullopt, numeric(3)};
  EXPECT_EQ(fetch_binary("row('x', null, 3)::pg_temp.item")[0].get<item>(0), expected);
  EXPECT_EQ(fetch_binary("array[row('x', null, 3)::pg_temp.item]")[0].get<std::vector<item>>(0), std::vector{expected});
  EXPECT_EQ(
      fetch_binary(
          "row('1'::text, row('x'::text, null::int4, 3::numeric), array[row('x'::text, null::int4, 3::numeric)])")[0]
          .decode<order>(0)
          .error()
          .text(),
      "column \"row\": field 1: a value of type text in binary format cannot be read as int64");
}

TEST_F(RoundTrip, Records) {
  using strings =
      std::tuple<std::string, std::optional<std::string>, std::string, std::string, std::string, std::string>;
  const std::string source = "row(1::text, null::text, ''::text, ' '::text, 'a\"b'::text, 'x,y'::text)";
  const strings expected{"1", std::nullopt, "", " ", "a\"b", "x,y"};
  EXPECT_EQ(value_or_throw(connection_.query("select " + source))[0].get<strings>(0), expected);
  EXPECT_EQ(fetch_binary(source)[0].get<strings>(0), expected);
}

}  // namespace
}  // namespace pgpipe::test
