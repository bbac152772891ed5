// Four threads share two connections.
//
//   pool CONNINFO
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

#include <pgpipe/client/pool.hpp>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s CONNINFO\n", argv[0]);
    return 1;
  }
  try {
    auto shared = pgpipe::value_or_throw(pgpipe::pool::open(argv[1], {.max_connections = 2}));
    std::atomic<int> sum = 0;
    std::vector<std::thread> threads;
    for (int i = 1; i <= 4; ++i) {
      threads.emplace_back([&, i] {
        const auto one = shared->acquire(std::chrono::seconds(60));
        if (!one) return;
        const auto square = (*one)->query("SELECT $1::int * $1::int", i);
        if (square) sum += (*square)[0].get<int>(0);
      });
    }
    for (std::thread& each : threads) each.join();
    std::printf("the sum of four squares is %d, by at most %zu connections\n", sum.load(), std::size_t{2});
    return shared->metrics().opened <= 2 ? 0 : 1;
  } catch (const pgpipe::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
