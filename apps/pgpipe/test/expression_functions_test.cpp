#include "bench/expression_functions.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

TEST(expression_functions, names_in_any_case) {
  ASSERT_NE(find_function("Random_Zipfian"), nullptr);
  EXPECT_EQ(find_function("Random_Zipfian")->code, opcode::random_zipfian);
  EXPECT_EQ(find_function("hash")->code, find_function("hash_murmur2")->code);
  EXPECT_EQ(find_function("pow")->code, find_function("power")->code);
}

TEST(expression_functions, some_do_not_exist) {
  for (const char* name : {"ceil", "floor", "round", "trunc", "", "randomx", "rando"}) {
    EXPECT_EQ(find_function(name), nullptr) << name;
  }
}

}  // namespace
}  // namespace pgpipe::app::bench
