#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/client/copy.hpp>
#include <pgpipe/client/copy_reader.hpp>
#include <pgpipe/client/copy_writer.hpp>

#include "support/server.hpp"

namespace pgpipe {
namespace {

class CopyTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(connection_.exec("create temporary table t (i int, w text)")); }

  std::int64_t rows() { return (*connection_.query("select count(*) from t"))[0].get<std::int64_t>(0); }

  connection connection_ = value_or_throw(connection::open(test::server_conninfo()));
};

TEST_F(CopyTest, CarriesRowsInAndOut) {
  auto in = *copy_in::begin(connection_, "copy t from stdin");
  ASSERT_TRUE(in.write("1\ton"));
  ASSERT_TRUE(in.write("e\n2\ttwo\n"));
  EXPECT_EQ(*in.finish(), 2U);
  std::string out;
  const auto copied = copy_out(
      connection_, "copy (select * from t order by i) to stdout",
      [&](std::span<const std::byte> data) { out.append(reinterpret_cast<const char*>(data.data()), data.size()); });
  EXPECT_EQ(*copied, 2U);
  EXPECT_EQ(out, "1\tone\n2\ttwo\n");
}

TEST_F(CopyTest, AnErrorIsNoticedWhileMuchIsStillBeingSent) {
  auto in = *copy_in::begin(connection_, "copy t from stdin");
  ASSERT_TRUE(in.write("x\ty\n"));
  const std::string line = "1\t" + std::string(100'000, 'z') + "\n";
  for (int i = 0; i != 2000; ++i) ASSERT_TRUE(in.write(line));
  const auto finished = in.finish();
  ASSERT_FALSE(finished);
  EXPECT_EQ(finished.error().sqlstate(), "22P02");
  EXPECT_EQ(rows(), 0);
}

TEST_F(CopyTest, AbandonedIsUndone) {
  {
    auto in = *copy_in::begin(connection_, "copy t from stdin");
    ASSERT_TRUE(in.write("1\tone\n"));
    ASSERT_TRUE(in.abandon("changed my mind"));
  }
  {
    auto in = *copy_in::begin(connection_, "copy t from stdin");
    ASSERT_TRUE(in.write("1\tone\n"));
  }
  EXPECT_EQ(rows(), 0);
}

TEST_F(CopyTest, OtherStatementsAreRefused) {
  EXPECT_EQ(copy_in::begin(connection_, "select 1").error().category(), error_category::usage);
  EXPECT_EQ(copy_in::begin(connection_, "copy no_such_table from stdin").error().sqlstate(), "42P01");
  EXPECT_EQ(rows(), 0);
}

TEST_F(CopyTest, CopyOutReportsTheServersError) {
  const auto copied = copy_out(connection_, "copy (select 1/(3-i) from generate_series(1,5) i) to stdout",
                               [](std::span<const std::byte>) {});
  ASSERT_FALSE(copied);
  EXPECT_EQ(copied.error().sqlstate(), "22012");
  EXPECT_EQ(rows(), 0);
}

TEST_F(CopyTest, TypedRowsInEveryFormat) {
  const std::vector<std::optional<std::string>> hard = {"",      std::nullopt, "\\N",      "\\.", "a\tb\nc\rd\\e",
                                                        "\"q\"", ", ",         "\xc3\xa4", "NULL"};
  for (const auto& [as, options] : {std::pair(copy_format::text, ""), std::pair(copy_format::csv, " (format csv)"),
                                    std::pair(copy_format::binary, " (format binary)")}) {
    ASSERT_TRUE(connection_.exec("truncate t"));
    auto in = *copy_in::begin(connection_, std::string("copy t from stdin") + options);
    copy_writer writer(in, as);
    for (int i = 0; i != 5000; ++i) ASSERT_TRUE(writer.row(i, hard[static_cast<std::size_t>(i) % hard.size()]));
    ASSERT_TRUE(writer.finish());
    EXPECT_EQ(*in.finish(), 5000U) << options;
    for (int i = 0; i != static_cast<int>(hard.size()); ++i) {
      const auto stored = *connection_.query("select w from t where i = $1", i);
      EXPECT_EQ(stored[0].get<std::optional<std::string>>(0), hard[static_cast<std::size_t>(i)]) << options;
    }
    copy_reader reader(as, {types::oid::int4, types::oid::text});
    int rows = 0;
    const auto take = [&](const copy_row& row) {
      EXPECT_EQ(row.get<int>(0), rows);
      EXPECT_EQ(row.get<std::optional<std::string>>(1), hard[static_cast<std::size_t>(rows) % hard.size()]);
      ++rows;
    };
    ASSERT_TRUE(copy_out(connection_, std::string("copy (select * from t order by i) to stdout") + options,
                         [&](std::span<const std::byte> data) { ASSERT_TRUE(reader.feed(data, take)); }));
    EXPECT_TRUE(reader.finish(take));
    EXPECT_EQ(rows, 5000) << options;
  }
}

}  // namespace
}  // namespace pgpipe
