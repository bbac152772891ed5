#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bench/random.hpp"

namespace pgpipe::app::bench {

// A thread's own generators, apart from those of its clients.
struct thread_random {
  random_state script_choice;
  random_state throttle;
  random_state log_sampling;
};

// Every generator of a run, drawn from the run's seed in pgbench's order: a state for each client's expressions, then
// default_seed, then three states for each thread.
struct run_seeds {
  std::vector<random_state> clients;
  std::uint64_t default_seed = 0;
  std::vector<thread_random> threads;
};

// `draws_default_seed` is false when -D defines default_seed: then nothing is drawn for it, and it stays 0.
[[nodiscard]] run_seeds make_run_seeds(std::uint64_t random_seed, std::size_t clients, std::size_t threads,
                                       bool draws_default_seed);

// The index of the script to run next, by weight. A single script draws nothing. `total` is the sum of the weights,
// which is more than 0.
[[nodiscard]] std::size_t choose_script(random_state& random, std::span<const int> weights, std::int64_t total);

}  // namespace pgpipe::app::bench
