#include <vector>

#include <pgpipe/protocol/string_list.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

TEST(StringList, YieldsEachString) {
  const exact_bytes held(bytes("a\0\0bc\0"));
  const string_list list(held.span());
  EXPECT_FALSE(list.empty());
  const std::vector<std::string_view> seen(list.begin(), list.end());
  EXPECT_EQ(seen, (std::vector<std::string_view>{"a", "", "bc"}));
}

TEST(StringList, MayBeEmpty) {
  EXPECT_TRUE(string_list().empty());
  EXPECT_EQ(string_list().begin(), string_list().end());
}

}  // namespace
}  // namespace pgpipe::protocol
