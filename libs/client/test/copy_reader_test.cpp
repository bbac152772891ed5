#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/client/copy_reader.hpp>
#include <pgpipe/client/copy_writer.hpp>

namespace pgpipe {
namespace {

// What a copy_writer wrote.
struct written {
  std::string data;
  result<void> write(std::span<const std::byte> bytes) {
    data.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return {};
  }
};

std::vector<std::string> rows_of(copy_reader& reader, std::string_view data, std::size_t piece) {
  std::vector<std::string> rows;
  const auto take = [&](const copy_row& row) {
    std::string shown;
    for (std::size_t i = 0; i != row.size(); ++i) {
      shown += row.field(i).is_null() ? "NULL|" : std::string(row.field(i).text()) + '|';
    }
    rows.push_back(shown);
  };
  for (std::size_t at = 0; at < data.size(); at += piece) {
    const std::string_view part = data.substr(at, piece);
    const std::vector<std::byte> exact(reinterpret_cast<const std::byte*>(part.data()),
                                       reinterpret_cast<const std::byte*>(part.data()) + part.size());
    if (const auto fed = reader.feed(exact, take); !fed) rows.push_back(fed.error().text());
  }
  if (const auto end = reader.finish(take); !end) rows.push_back(end.error().text());
  return rows;
}

const std::vector<std::optional<std::string>> hard = {
    "", std::nullopt, "\\N", "\\.", "a\tb\nc\rd\\e\b\f\v", "\"quoted\", and, \"\"", "NULL", "\n", "last"};

std::string write_all(copy_format as) {
  written to;
  copy_writer writer(to, as);
  for (const auto& each : hard) EXPECT_TRUE(writer.row(std::string("x"), each, std::string("")));
  EXPECT_TRUE(writer.finish());
  return to.data;
}

TEST(CopyReaderTest, ReadsWhatTheWriterWroteInAnyPieces) {
  std::vector<std::string> expected;
  for (const auto& each : hard) expected.push_back("x|" + each.value_or("NULL") + "||");
  for (const copy_format as : {copy_format::text, copy_format::csv, copy_format::binary}) {
    const std::string data = write_all(as);
    for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, std::size_t{7}, data.size()}) {
      copy_reader reader(as);
      EXPECT_EQ(rows_of(reader, data, piece), expected) << static_cast<int>(as) << " by " << piece;
    }
  }
}

TEST(CopyReaderTest, ValuesHaveTheTypesThatAreSaid) {
  written to;
  copy_writer writer(to, copy_format::binary, {types::oid::int8, types::oid::float8, types::oid::text});
  ASSERT_TRUE(writer.row(7, 0.5, "x"));
  ASSERT_TRUE(writer.row(std::optional<int>(), 1.5, std::string_view("yz")));
  EXPECT_FALSE(writer.row(1, 2));
  const auto refused = writer.row(1, 2.0, true);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().text().find("column 3"), std::string::npos) << refused.error().text();
  ASSERT_TRUE(writer.finish());
  copy_reader reader(copy_format::binary, {types::oid::int8, types::oid::float8, types::oid::text});
  int rows = 0;
  const auto take = [&](const copy_row& row) {
    ++rows;
    EXPECT_EQ(row.get<std::optional<std::int64_t>>(0), rows == 1 ? std::optional<std::int64_t>(7) : std::nullopt);
    EXPECT_EQ(row.get<double>(1), rows - 0.5);
    EXPECT_EQ(row.get<std::string>(2), rows == 1 ? "x" : "yz");
    EXPECT_FALSE(row.decode<int>(2));
    EXPECT_FALSE(row.decode<int>(3));
  };
  ASSERT_TRUE(reader.feed(std::as_bytes(std::span(to.data.data(), to.data.size())), take));
  EXPECT_TRUE(reader.finish(take));
  EXPECT_EQ(rows, 2);
}

TEST(CopyReaderTest, SaysWhatIsWrongWithTheData) {
  const std::string good = write_all(copy_format::binary);
  const std::string header = good.substr(0, 19);
  const auto last_of = [](copy_format as, const std::string& data) {
    copy_reader reader(as);
    return rows_of(reader, data, data.size()).back();
  };
  EXPECT_EQ(last_of(copy_format::binary, "PGCOPX\n\377\r\n plus more"), "this is not the binary format of COPY");
  EXPECT_EQ(last_of(copy_format::binary, header + std::string("\xff\xfe", 2)),
            "a row has a negative number of columns");
  EXPECT_EQ(last_of(copy_format::binary, header + std::string("\0\1\xff\xff\xff\xfe", 6)),
            "a value has a negative length");
  EXPECT_EQ(last_of(copy_format::binary, header), "the data ends before its trailer");
  EXPECT_EQ(last_of(copy_format::binary, good.substr(0, good.size() - 1)), "the data ends before its trailer");
  EXPECT_EQ(last_of(copy_format::binary, good + "x"), "there is data behind the trailer");
  EXPECT_EQ(last_of(copy_format::csv, "\"open"), "the data ends inside quotes");
  EXPECT_EQ(last_of(copy_format::text, "no line end"), "no line end|");
}

}  // namespace
}  // namespace pgpipe
