#include "bench/run_seeds.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

// Numbers in this file were printed by pgbench 15.20.
TEST(run_seeds, clients_come_first) {
  run_seeds seeds = make_run_seeds(42, 4, 2, true);
  ASSERT_EQ(seeds.clients.size(), 4U);
  const std::int64_t expected[] = {668251, 844242, 802035, 814673};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(seeds.clients[i].uniform(1, 1000000), expected[i]);
}

TEST(run_seeds, default_seed_follows_the_clients) {
  EXPECT_EQ(make_run_seeds(5432, 1, 1, true).default_seed, 7590783070443337668U);
}

TEST(run_seeds, threads_come_last) {
  run_seeds seeds = make_run_seeds(42, 1, 1, true);
  const std::vector<int> weights{1, 0, 3};
  const std::size_t scripts[] = {2, 0, 2, 2, 2, 2, 2, 2, 0, 0, 2, 2, 0, 2, 2, 2};
  const std::int64_t values[] = {653, 836, 651, 61, 302, 675, 287, 297, 4, 727, 102, 612, 704, 314, 424, 731};
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_EQ(choose_script(seeds.threads[0].script_choice, weights, 4), scripts[i]);
    EXPECT_EQ(seeds.clients[0].uniform(1, 1000), values[i]);
  }
}

TEST(run_seeds, a_default_seed_from_outside_draws_nothing) {
  run_seeds with = make_run_seeds(42, 1, 1, true);
  run_seeds without = make_run_seeds(42, 1, 1, false);
  EXPECT_EQ(without.default_seed, 0U);
  EXPECT_NE(with.threads[0].script_choice.next(), without.threads[0].script_choice.next());
  EXPECT_EQ(random_state(with.default_seed).next(), make_run_seeds(42, 1, 1, false).threads[0].script_choice.next());
}

TEST(choose_script, draws_nothing_for_one_script) {
  random_state random(1);
  random_state untouched = random;
  const int weights[] = {5};
  EXPECT_EQ(choose_script(random, weights, 5), 0U);
  EXPECT_EQ(random.next(), untouched.next());
}

}  // namespace
}  // namespace pgpipe::app::bench
