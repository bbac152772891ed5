#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <sys/resource.h>

namespace pgpipe::perf {

// What every contender gets: a server and how much to do. `rounds` are pipelines, or single statements.
struct task {
  std::string conninfo;
  std::uint64_t rounds = 0;
};

inline task task_from(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s CONNINFO ROUNDS\n", argv[0]);
    std::exit(1);
  }
  return {argv[1], std::strtoull(argv[2], nullptr, 10)};
}

[[noreturn]] inline void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

// Wall clock and this process's own CPU time between begin() and report(), which prints one line that perf/run reads.
class stopwatch {
 public:
  void begin() {
    usage_ = usage();
    start_ = std::chrono::steady_clock::now();
  }

  void report(std::uint64_t statements) const {
    const auto wall = std::chrono::steady_clock::now() - start_;
    const cpu now = usage();
    std::printf("statements=%llu wall_us=%lld user_us=%lld sys_us=%lld\n", static_cast<unsigned long long>(statements),
                static_cast<long long>(std::chrono::duration_cast<std::chrono::microseconds>(wall).count()),
                static_cast<long long>(now.user_us - usage_.user_us),
                static_cast<long long>(now.sys_us - usage_.sys_us));
  }

 private:
  struct cpu {
    std::int64_t user_us = 0;
    std::int64_t sys_us = 0;
  };
  static cpu usage() {
    rusage spent{};
    getrusage(RUSAGE_SELF, &spent);
    return {spent.ru_utime.tv_sec * 1'000'000LL + spent.ru_utime.tv_usec,
            spent.ru_stime.tv_sec * 1'000'000LL + spent.ru_stime.tv_usec};
  }

  cpu usage_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace pgpipe::perf
