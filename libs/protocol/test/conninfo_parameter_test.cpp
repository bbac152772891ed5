#include "conninfo_parameter.hpp"

#include <set>

#include <gtest/gtest.h>

namespace pgpipe::protocol {
namespace {

TEST(ConninfoParameter, NamesEachKeywordAndVariableOnce) {
  std::set<std::string_view> keywords;
  std::set<std::string_view> variables;
  for (const conninfo_parameter& each : conninfo_parameters()) {
    EXPECT_TRUE(keywords.insert(each.keyword).second) << each.keyword;
    EXPECT_TRUE(each.variable.empty() || variables.insert(each.variable).second) << each.variable;
    EXPECT_EQ(find_conninfo_parameter(each.keyword), &each);
  }
  EXPECT_EQ(find_conninfo_parameter("tty"), nullptr);
}

TEST(ConninfoParameter, AcceptsOnlyWholeHarmlessWords) {
  const conninfo_parameter parameter{"x", "X", "magic", "disable,prefer"};
  EXPECT_TRUE(parameter.accepts("disable"));
  EXPECT_TRUE(parameter.accepts("prefer"));
  EXPECT_TRUE(parameter.accepts(""));
  EXPECT_FALSE(parameter.accepts("disab"));
  EXPECT_FALSE(parameter.accepts("require"));
  EXPECT_EQ(parameter.refusal(), "parameter x is not supported, as magic is not; it may be disable,prefer");
  EXPECT_TRUE((conninfo_parameter{"x", "X"}.accepts("anything")));
}

}  // namespace
}  // namespace pgpipe::protocol
