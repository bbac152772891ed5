#include <pgpipe/types/hstore.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace {

TEST(Hstore, IsPairsInQuotes) {
  const hstore value{{"a", "1"}, {"b c", std::nullopt}, {"\"\\", ""}};
  EXPECT_EQ(from_text<hstore>(R"("a"=>"1", "b c"=>NULL, "\"\\"=>"")", 16384).value(), value);
  EXPECT_EQ(from_text<hstore>(text_of(value), 16384).value(), value);
  EXPECT_EQ(text_of(hstore{{"NULL", "NULL"}}), R"("NULL"=>"NULL")");
  EXPECT_EQ(from_text<hstore>("", 16384).value(), hstore());
  EXPECT_EQ(text_of(hstore()), "");
}

TEST(Hstore, RefusesMalformedText) {
  for (const char* bad : {"\"", "\"a\"", "\"a\"=>", "\"a\"=>1", "a=>1", "\"a\"=>\"1\",", "\"a\"=>\"1\", ", "\"a\"=>\"1",
                          "\"a\"=>\"1\\", "\"a\"=>NULLx", "\"a\"=>\"1\", \"a\"=>\"2\"", ", \"a\"=>\"1\""}) {
    EXPECT_FALSE(from_text<hstore>(bad, 16384)) << bad;
  }
  EXPECT_EQ(error_of(from_text<hstore>("", oid::text)),
            "a value of type text in text format cannot be read as types::hstore");
  EXPECT_FALSE(from_binary<hstore>("00000000", 16384));
}

}  // namespace
}  // namespace pgpipe::types
