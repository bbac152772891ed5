#include <utility>

#include <gtest/gtest.h>

#include <pgpipe/base/short_list.hpp>

namespace pgpipe {
namespace {

short_list<int> list_of(int count) {
  short_list<int> made;
  for (int i = 0; i != count; ++i) made.push_back(i);
  return made;
}

void expect_counts(const short_list<int>& list, int count) {
  ASSERT_EQ(list.size(), static_cast<std::size_t>(count));
  EXPECT_EQ(list.empty(), count == 0);
  for (int i = 0; i != count; ++i) ASSERT_EQ(list[static_cast<std::size_t>(i)], i);
}

class short_lists : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(of_lengths, short_lists, testing::Values(0, 1, 2, 15, 16, 17, 32, 33, 10000));

TEST_P(short_lists, keep_what_was_pushed) { expect_counts(list_of(GetParam()), GetParam()); }

TEST_P(short_lists, are_copied_to_any_other) {
  const short_list<int> original = list_of(GetParam());
  for (const int before : {0, 1, 20}) {
    short_list<int> copy = list_of(before);
    copy = original;
    expect_counts(copy, GetParam());
    copy.push_back(7);
    expect_counts(original, GetParam());
  }
  expect_counts(short_list<int>(original), GetParam());
}

TEST_P(short_lists, are_moved_and_leave_an_empty_list_that_can_be_used) {
  for (const int before : {0, 1, 20}) {
    short_list<int> original = list_of(GetParam());
    short_list<int> moved = list_of(before);
    moved = std::move(original);
    expect_counts(moved, GetParam());
    original = list_of(3);
    expect_counts(original, 3);
  }
  short_list<int> original = list_of(GetParam());
  expect_counts(short_list<int>(std::move(original)), GetParam());
}

TEST_P(short_lists, begin_anew_after_clear) {
  short_list<int> list = list_of(GetParam());
  list.clear();
  expect_counts(list, 0);
  for (int i = 0; i != 40; ++i) list.push_back(i);
  expect_counts(list, 40);
}

}  // namespace
}  // namespace pgpipe
