#include "bench/random.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

// The state that pgbench 15 --random-seed=SEED gives to its first client.
random_state first_client(std::uint64_t seed) { return random_state(random_state(seed).next()); }

// Numbers in this file were printed by pgbench 15.20.
TEST(random, draws_what_pgbench_draws_for_seed_5432) {
  random_state random = first_client(5432);
  EXPECT_EQ(random.uniform(10, 19), 17);
  EXPECT_EQ(random.exponential(100, 199, 10.0), 104);
  EXPECT_EQ(random.gaussian(1000, 1999, 10.0), 1498);
  EXPECT_EQ(random.zipfian(1, 9, 1.3), 3);
}

TEST(random, draws_what_pgbench_draws_for_seed_99) {
  random_state random = first_client(99);
  EXPECT_EQ(random.uniform(-std::numeric_limits<std::int64_t>::max(), -1), -1067856149095439313);
  EXPECT_EQ(random.uniform(5, 5), 5);
  EXPECT_EQ(random.uniform(-3, 3), 1);
  EXPECT_EQ(random.zipfian(1, 1000000, 1.001), 4);
  EXPECT_EQ(random.zipfian(-10, 1000000000000, 2.5), -10);
  EXPECT_EQ(random.zipfian(7, 7, 2.5), 7);
  EXPECT_EQ(random.exponential(-1000000, 1000000, 0.5), 595860);
  EXPECT_EQ(random.gaussian(-1000000, 1000000, 2.0), -324648);
}

TEST(random, copy_continues_with_the_same_numbers) {
  random_state random(3);
  (void)random.next();
  random_state copy = random;
  EXPECT_EQ(copy.next(), random.next());
  EXPECT_EQ(copy.uniform(1, 100), random.uniform(1, 100));
}

TEST(random, range_of_one_value_draws_nothing) {
  random_state random(3);
  random_state untouched = random;
  EXPECT_EQ(random.uniform(-7, -7), -7);
  EXPECT_EQ(random.zipfian(4, 4, 2.0), 4);
  EXPECT_EQ(random.next(), untouched.next());
}

TEST(random, uniform_covers_its_range_and_no_more) {
  random_state random(11);
  std::vector<int> counts(7);
  for (int i = 0; i < 7000; ++i) ++counts.at(static_cast<std::size_t>(random.uniform(-3, 3) + 3));
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
}

TEST(random, uniform_takes_the_widest_range) {
  random_state random(1);
  bool negative = false;
  bool positive = false;
  for (int i = 0; i < 100; ++i) {
    const std::int64_t drawn =
        random.uniform(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max());
    (drawn < 0 ? negative : positive) = true;
  }
  EXPECT_TRUE(negative && positive);
}

TEST(random, unit_is_below_one) {
  random_state random(5);
  for (int i = 0; i < 1000; ++i) {
    const double drawn = random.unit();
    ASSERT_GE(drawn, 0.0);
    ASSERT_LT(drawn, 1.0);
  }
}

TEST(random, distributions_stay_in_their_range) {
  random_state random(17);
  for (int i = 0; i < 2000; ++i) {
    for (const std::int64_t drawn :
         {random.exponential(-5, 5, 2.0), random.gaussian(-5, 5, 2.0), random.zipfian(-5, 5, 1.5)}) {
      ASSERT_GE(drawn, -5);
      ASSERT_LE(drawn, 5);
    }
  }
}

TEST(random, poisson_gaps_have_the_mean_asked_for) {
  random_state random(23);
  double sum = 0;
  for (int i = 0; i < 20000; ++i) sum += static_cast<double>(random.poisson_gap(1000.0));
  EXPECT_NEAR(sum / 20000, 1000.0, 30.0);
}

}  // namespace
}  // namespace pgpipe::app::bench
