#include <string>

#include <gtest/gtest.h>

#include <pgpipe/client/copy.hpp>

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

}  // namespace
}  // namespace pgpipe
