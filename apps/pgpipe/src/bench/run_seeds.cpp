#include "bench/run_seeds.hpp"

namespace pgpipe::app::bench {

run_seeds make_run_seeds(std::uint64_t random_seed, std::size_t clients, std::size_t threads, bool draws_default_seed) {
  random_state base(random_seed);
  run_seeds seeds;
  seeds.clients.reserve(clients);
  for (std::size_t i = 0; i < clients; ++i) seeds.clients.emplace_back(base.next());
  if (draws_default_seed) seeds.default_seed = base.next();
  seeds.threads.reserve(threads);
  for (std::size_t i = 0; i < threads; ++i) {
    const random_state script_choice(base.next());
    const random_state throttle(base.next());
    const random_state log_sampling(base.next());
    seeds.threads.push_back({script_choice, throttle, log_sampling});
  }
  return seeds;
}

std::size_t choose_script(random_state& random, std::span<const int> weights, std::int64_t total) {
  if (weights.size() == 1) return 0;
  std::int64_t rest = random.uniform(0, total - 1);
  std::size_t chosen = 0;
  while (rest >= weights[chosen]) rest -= weights[chosen++];
  return chosen;
}

}  // namespace pgpipe::app::bench
