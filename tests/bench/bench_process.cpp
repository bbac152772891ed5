#include "bench_process.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/server.hpp"

namespace pgpipe::test {
namespace {

namespace fs = std::filesystem;

fs::path new_folder() {
  std::string name = (fs::temp_directory_path() / "pgpipe_bench_test.XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
  return name;
}

std::string content(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The same tests for each loop: PGPIPE_TEST_LOOP names the one that runs wait with, where nothing speaks against it.
std::vector<std::string> with_loop(const std::vector<std::string>& arguments, const std::string& command) {
  std::vector<std::string> all = arguments;
  const char* loop = std::getenv("PGPIPE_TEST_LOOP");
  const bool chooses = std::none_of(all.begin(), all.end(), [](const std::string& each) {
    return each == "-i" || each.starts_with("--loop") || each.starts_with("--compat");
  });
  if (loop != nullptr && command == "bench" && chooses) all.insert(all.begin(), {"--loop", loop});
  return all;
}

struct temporary_folder {
  fs::path path = new_folder();
  ~temporary_folder() { fs::remove_all(path); }
};

}  // namespace

long bench_outcome::processed() const {
  constexpr std::string_view label = "number of transactions actually processed: ";
  const std::size_t at = out.find(label);
  return at == std::string::npos ? -1 : std::atol(out.c_str() + at + label.size());
}

bench_process::bench_process(const std::vector<std::string>& arguments, const std::string& command,
                             void (*prepare_child)())
    : folder_(new_folder()), start_(std::chrono::steady_clock::now()) {
  std::vector<std::string> words{PGPIPE_EXECUTABLE, command};
  const std::vector<std::string> all = with_loop(arguments, command);
  words.insert(words.end(), all.begin(), all.end());
  std::vector<char*> argv;
  for (std::string& each : words) argv.push_back(each.data());
  argv.push_back(nullptr);
  const std::string out = folder_ / "out";
  const std::string err = folder_ / "err";
  pid_ = ::fork();
  if (pid_ == 0) {
    ::dup2(::open(out.c_str(), O_CREAT | O_WRONLY, 0600), 1);
    ::dup2(::open(err.c_str(), O_CREAT | O_WRONLY | O_APPEND, 0600), 2);
    if (prepare_child != nullptr) prepare_child();
    ::execv(argv[0], argv.data());
    ::_exit(127);
  }
}

bench_process::~bench_process() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  fs::remove_all(folder_);
}

bench_outcome bench_process::wait(std::chrono::seconds limit) {
  int raw = 0;
  const auto until = std::chrono::steady_clock::now() + limit;
  while (::waitpid(pid_, &raw, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > until) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, &raw, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  pid_ = -1;
  bench_outcome outcome;
  outcome.time = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start_);
  outcome.status = WIFEXITED(raw) ? WEXITSTATUS(raw) : -WTERMSIG(raw);
  outcome.out = content(folder_ / "out");
  outcome.err = content(folder_ / "err");
  return outcome;
}

bench_outcome run_bench(std::vector<std::string> arguments) {
  arguments.emplace_back("-n");
  arguments.push_back(server_conninfo());
  return bench_process(arguments).wait();
}

std::string script_file(std::string_view text) {
  static const temporary_folder folder;
  static int number = 0;
  const fs::path file = folder.path / ("script" + std::to_string(++number) + ".sql");
  std::ofstream(file) << text;
  return file;
}

void make_tables() {
  [[maybe_unused]] static const bool made = [] {
    const bench_outcome outcome = bench_process({"-i", "-q", server_conninfo()}).wait();
    if (outcome.status != 0) throw std::runtime_error("cannot initialize: " + outcome.err);
    return true;
  }();
}

}  // namespace pgpipe::test
