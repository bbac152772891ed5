// Four threads share two connections.
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <pgpipe/client/pool.hpp>

#include "example.hpp"

using pgpipe::value_or_throw;

namespace {

void example(const char* conninfo) {
  auto shared = value_or_throw(pgpipe::pool::open(conninfo, {.max_connections = 2}));
  std::atomic<int> sum = 0;
  std::vector<std::thread> threads;
  for (int i = 1; i <= 4; ++i) {
    threads.emplace_back([&, i] {
      // Waits until a connection is free, at most a minute; it goes back when `one` goes out of scope.
      const auto one = shared->acquire(std::chrono::seconds(60));
      if (!one) return;
      const auto square = (*one)->query("SELECT $1::int * $1::int", i);
      if (square) sum += (*square)[0].get<int>(0);
    });
  }
  for (std::thread& each : threads) each.join();
  std::printf("the sum of four squares is %d\n", sum.load());

  const pgpipe::pool_metrics metrics = shared->metrics();
  std::printf("%d acquired, at most 2 opened: %s\n", static_cast<int>(metrics.acquired),
              metrics.opened <= 2 ? "yes" : "no");
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
