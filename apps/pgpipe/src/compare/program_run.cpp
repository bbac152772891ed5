#include "compare/program_run.hpp"

#include <cerrno>
#include <csignal>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare/interruption.hpp"

namespace pgpipe::app::compare {
namespace {

std::string content(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> made;
  made.reserve(words.size() + 1);
  for (std::string& each : words) made.push_back(each.data());
  made.push_back(nullptr);
  return made;
}

// This process's environment, less what is to be replaced.
std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> all;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string entry = *each;
    bool replaced = false;
    for (const auto& [name, value] : added) {
      replaced = replaced || (entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=');
    }
    if (!replaced) all.push_back(entry);
  }
  for (const auto& [name, value] : added) all.push_back(fmt::format("{}={}", name, value));
  return all;
}

// In the child, where nothing may be allocated.
[[noreturn]] void become(const char* out, const char* err, char** argv, char** envp) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  ::dup2(::open(out, O_CREAT | O_WRONLY | O_TRUNC, 0600), 1);
  ::dup2(::open(err, O_CREAT | O_WRONLY | O_TRUNC | O_APPEND, 0600), 2);
  ::execvpe(argv[0], argv, envp);
  ::_exit(127);
}

}  // namespace

result<ended_program> run_program(const std::vector<std::string>& arguments,
                                  const std::vector<std::pair<std::string, std::string>>& environment,
                                  const std::filesystem::path& folder) {
  std::vector<std::string> words = arguments;
  std::vector<std::string> variables = environment_with(environment);
  const std::vector<char*> argv = pointers(words);
  const std::vector<char*> envp = pointers(variables);
  const std::string out = (folder / "stdout").string();
  const std::string err = (folder / "stderr").string();
  const pid_t child = ::fork();
  if (child == 0) become(out.c_str(), err.c_str(), const_cast<char**>(argv.data()), const_cast<char**>(envp.data()));
  if (child < 0) {
    return fail(error_category::io, "could not start a process: " + std::generic_category().message(errno));
  }
  interruption::pass_on_to(child);
  if (interruption::signal() != 0) ::kill(child, SIGTERM);  // it came before the child was known
  int raw = 0;
  rusage used{};
  while (::wait4(child, &raw, 0, &used) < 0) {
    if (errno != EINTR) return fail(error_category::io, "could not wait for a process");
  }
  interruption::pass_on_to(0);
  ended_program ended;
  ended.status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
  ended.out = content(out);
  ended.err = content(err);
  ended.user_s = seconds(used.ru_utime);
  ended.system_s = seconds(used.ru_stime);
  ended.context_switches = static_cast<double>(used.ru_nvcsw + used.ru_nivcsw);
  return ended;
}

}  // namespace pgpipe::app::compare
