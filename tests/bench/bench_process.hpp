#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace pgpipe::test {

struct bench_outcome {
  int status = -1;  // the exit status, or minus the signal that ended it
  std::string out;
  std::string err;
  std::chrono::milliseconds time{0};

  // "number of transactions actually processed" of the report; -1 where there is none.
  [[nodiscard]] long processed() const;
};

// `pgpipe bench`, or another command of pgpipe, as a child process. Its output goes to files, so that it never waits
// for its reader.
class bench_process {
 public:
  // `arguments` come behind the command.
  // `prepare_child` is called in the child before the program starts.
  explicit bench_process(const std::vector<std::string>& arguments, const std::string& command = "bench",
                         void (*prepare_child)() = nullptr);
  bench_process(const bench_process&) = delete;
  bench_process& operator=(const bench_process&) = delete;
  ~bench_process();

  [[nodiscard]] pid_t pid() const { return pid_; }
  // Kills it when it takes longer, which shows as a status of -9.
  [[nodiscard]] bench_outcome wait(std::chrono::seconds limit = std::chrono::seconds(60));

 private:
  std::filesystem::path folder_;
  std::chrono::steady_clock::time_point start_;
  pid_t pid_ = -1;
};

// A run on the test server, without vacuum.
[[nodiscard]] bench_outcome run_bench(std::vector<std::string> arguments);

// A script in a file of its own that lasts as long as the process.
[[nodiscard]] std::string script_file(std::string_view text);

// pgbench's tables at scale 1, made with the first call.
void make_tables();

}  // namespace pgpipe::test
