#include "round_trip.hpp"

namespace pgpipe::test {
namespace {

using types::cidr;
using types::hstore;
using types::inet;
using types::json;
using types::macaddr;
using types::macaddr8;
using types::uuid;

enum class mood { sad, ok };

}  // namespace
}  // namespace pgpipe::test

template <>
struct pgpipe::types::enum_labels<pgpipe::test::mood> {
  static constexpr std::pair<pgpipe::test::mood, std::string_view> all[] = {{pgpipe::test::mood::sad, "sad"},
                                                                            {pgpipe::test::mood::ok, "quite ok"}};
};

namespace pgpipe::test {
namespace {

TEST_F(RoundTrip, Texts) {
  for (const char* type : {"text", "varchar", "varchar(20)", "name", "xml", "\"char\""}) {
    if (std::string_view(type) == "\"char\"") {
      check_all<std::string>(type, {"a", ""}, written::as_text);
    } else {
      check_all<std::string>(type, {"", "a b", "it's \"quoted\" \\ and \xc3\xbc"});
    }
  }
  check_all<std::string>("char(5)", {"abc  "});
  check_all<std::string>("json", {"{\"a\": 1}"});
  EXPECT_EQ(value_or_throw(connection_.query("select 'abc'::\"char\""))[0].get<std::string>(0), "a");
  EXPECT_EQ(fetch_binary("'abc'::\"char\"")[0].get<std::string>(0), "a");
  EXPECT_EQ(fetch_binary("''::\"char\"")[0].get<std::string>(0), "");
}

TEST_F(RoundTrip, Bytes) {
  for (const char* output : {"hex", "escape"}) {
    run("set bytea_output = " + std::string(output));
    check_all<std::vector<std::byte>>("bytea", {"", "\\x", "\\xdeadbeef", "\\x00", "\\x5c27", "abc"});
    check<std::vector<std::byte>>(
        "bytea", "(select decode(string_agg(lpad(to_hex(b), 2, '0'), ''), 'hex') from generate_series(0, 255) b)");
  }
}

TEST_F(RoundTrip, Uuids) {
  check_all<uuid>("uuid", {"00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
                           "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"});
}

TEST_F(RoundTrip, Json) {
  for (const char* type : {"json", "jsonb"}) {
    check_all<json>(type, {"{\"a\": 1}", "null", "[1, \"x\\\\y\", {\"b\": null}]", "\"\\u00fc\""});
  }
  EXPECT_EQ(fetch_binary("'{\"a\": 1}'::jsonb")[0].get<std::string_view>(0), "{\"a\": 1}");
  run("create temporary table documents (body jsonb)");
  EXPECT_TRUE(connection_.query("insert into documents values ($1)", json{"[1]"}));
  EXPECT_TRUE(value_or_throw(connection_.query("select body @> $1 from documents", json{"[1]"}))[0].get<bool>(0));
}

TEST_F(RoundTrip, Addresses) {
  check_all<inet>("inet", {"0.0.0.0",
                           "192.168.0.1",
                           "192.168.0.1/24",
                           "255.255.255.255/0",
                           "10.0.0.0/8",
                           "::",
                           "::1",
                           "::1:2",
                           "::2",
                           "::ffff:1.2.3.4",
                           "::fffe:1.2.3.4",
                           "::1.2.3.4/96",
                           "2001:db8::1/64",
                           "1:2:3:4:5:6:7:8",
                           "1:0:0:2:0:0:0:3",
                           "1:0:0:2:0:0:3:4",
                           "1:0:3:4:5:6:7:8",
                           "fe80::",
                           "::ffff:0:0",
                           "0:0:0:0:0:ffff:0:1",
                           "ffff::1.2.3.4"});
  check_all<cidr>("cidr",
                  {"0.0.0.0/0", "10.0.0.0/8", "10.1.2.3/32", "::/0", "2001:db8::/32", "::1/128", "::ffff:1.2.3.0/120"});
  check_all<macaddr>("macaddr", {"08:00:2b:01:02:03", "00-00-00-00-00-00", "ffff.ffff.ffff"});
  check_all<macaddr8>("macaddr8", {"08:00:2b:01:02:03:04:05", "08:00:2b:01:02:03", "ffff.ffff.ffff.ffff"});
}

TEST_F(RoundTrip, Enums) {
  run("create type pg_temp.mood as enum ('sad', 'quite ok')");
  check_all<mood>("pg_temp.mood", {"sad", "quite ok"});
  check_all<std::string>("pg_temp.mood", {"sad"}, written::as_text);
  run("alter type pg_temp.mood add value 'new'");
  const auto row = value_or_throw(connection_.query("select 'new'::pg_temp.mood as m"));
  EXPECT_NE(row[0].decode<mood>(0).error().text().find("column \"m\": the value of type with OID "), std::string::npos)
      << row[0].decode<mood>(0).error().text();
  // A label of the C++ enum that the server does not have is the server's to refuse.
  EXPECT_EQ(connection_.query("select $1::pg_temp.mood", "angry").error().sqlstate(), "22P02");
}

TEST_F(RoundTrip, Domains) {
  run("create domain pg_temp.positive as int check (value > 0)");
  // A column of a domain has the type that the domain is over; a parameter has the domain's own and travels as text.
  check_all<int>("pg_temp.positive", {"7"}, written::as_text);
  EXPECT_EQ(fetch_binary("7::pg_temp.positive")[0].get<int>(0), 7);
  const auto statement = value_or_throw(connection_.prepare("select $1::pg_temp.positive"));
  EXPECT_TRUE(types::type_name(statement.parameter_types()[0]).empty());
  EXPECT_EQ(value_or_throw(connection_.execute(statement, 8))[0].get<int>(0), 8);
  EXPECT_EQ(connection_.execute(statement, -8).error().sqlstate(), "23514");
  check_all<std::vector<int>>("pg_temp.positive[]", {"{1,2}"}, written::as_text);
}

TEST_F(RoundTrip, Hstores) {
  run("create extension if not exists hstore");
  check_all<hstore>("hstore", {"", "a=>1", "a=>NULL, \"b c\"=>\"\", \"\\\"q\\\"\"=>\"\\\\\""}, written::as_text);
}

}  // namespace
}  // namespace pgpipe::test
