#include "bench/statement_set.hpp"

#include <algorithm>
#include <iterator>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

TEST(statement_set, contains_what_was_inserted_and_nothing_else) {
  statement_set set;
  const std::size_t members[] = {0, 1, 63, 64, 127, 128, 1000};
  for (const std::size_t each : members) set.insert(each);
  for (std::size_t i = 0; i != 2000; ++i) {
    const bool inserted = std::find(std::begin(members), std::end(members), i) != std::end(members);
    ASSERT_EQ(set.contains(i), inserted) << i;
  }
}

TEST(statement_set, is_empty_after_clear) {
  statement_set set;
  for (std::size_t i = 0; i != 200; ++i) set.insert(i);
  set.clear();
  for (std::size_t i = 0; i != 200; ++i) ASSERT_FALSE(set.contains(i)) << i;
}

}  // namespace
}  // namespace pgpipe::app::bench
