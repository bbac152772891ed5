#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include <sys/resource.h>
#include <valgrind/callgrind.h>

namespace pgpipe::perf {

// What every contender gets: a server and how much to do. `rounds` are pipelines, single statements or rows. `way` says
// which of several ways, where a contender knows more than one.
struct task {
  std::string conninfo;
  std::uint64_t rounds = 0;
  std::string way{};
};

inline task task_from(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::fprintf(stderr, "usage: %s CONNINFO ROUNDS [WAY]\n", argv[0]);
    std::exit(1);
  }
  return {argv[1], std::strtoull(argv[2], nullptr, 10), argc == 4 ? argv[3] : ""};
}

[[noreturn]] inline void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}

// A figure in kB of /proc/self/status. Unlike getrusage()'s, the peak there is not that of who started the program.
inline long memory_kb(const char* name) {
  std::ifstream status("/proc/self/status");
  std::string word;
  long value = 0;
  while (status >> word) {
    if (word == name && status >> value) return value;
  }
  give_up(std::string("no ") + name + " in /proc/self/status");
}

// Wall clock, this process's own CPU time and by how much its memory has grown at its peak, between begin() and
// report(), which prints one line that perf/run reads. callgrind, started by perf/run, counts the same stretch.
class stopwatch {
 public:
  void begin() {
    memory_kb_ = memory_kb("VmRSS:");
    usage_ = usage();
    start_ = std::chrono::steady_clock::now();
    CALLGRIND_TOGGLE_COLLECT;
  }

  void report(std::uint64_t statements) const {
    CALLGRIND_TOGGLE_COLLECT;
    const auto wall = std::chrono::steady_clock::now() - start_;
    const cpu now = usage();
    std::printf("statements=%llu wall_us=%lld user_us=%lld sys_us=%lld grown_kb=%ld\n",
                static_cast<unsigned long long>(statements),
                static_cast<long long>(std::chrono::duration_cast<std::chrono::microseconds>(wall).count()),
                static_cast<long long>(now.user_us - usage_.user_us),
                static_cast<long long>(now.sys_us - usage_.sys_us), memory_kb("VmHWM:") - memory_kb_);
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

  long memory_kb_ = 0;
  cpu usage_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace pgpipe::perf
