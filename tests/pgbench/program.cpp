#include "program.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include <sys/wait.h>
#include <unistd.h>

namespace pgpipe::test {
namespace {

struct file_closer {
  void operator()(std::FILE* opened) const { std::fclose(opened); }
};
using file = std::unique_ptr<std::FILE, file_closer>;

// Files, not pipes: a program that writes much to both streams never has to wait for its reader.
file temporary_file() {
  file made(std::tmpfile());
  if (!made) throw std::runtime_error("no temporary file");
  return made;
}

std::string contents(std::FILE* of) {
  std::string text;
  std::rewind(of);
  char piece[4096];
  for (std::size_t n = 0; (n = std::fread(piece, 1, sizeof piece, of)) != 0;) text.append(piece, n);
  return text;
}

[[noreturn]] void become(const std::vector<std::string>& command, const std::vector<std::string>& environment) {
  for (const std::string& setting : environment) {
    const std::size_t equals = setting.find('=');
    ::setenv(setting.substr(0, equals).c_str(), setting.substr(equals + 1).c_str(), 1);
  }
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  ::execv(arguments[0], arguments.data());
  std::perror(arguments[0]);
  ::_exit(127);
}

}  // namespace

program_result run_program(const std::vector<std::string>& command, const std::vector<std::string>& environment,
                           const std::string& input) {
  const file in = temporary_file();
  const file out = temporary_file();
  const file err = temporary_file();
  std::fwrite(input.data(), 1, input.size(), in.get());
  std::rewind(in.get());
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no child process");
  if (child == 0) {
    ::dup2(::fileno(in.get()), STDIN_FILENO);
    ::dup2(::fileno(out.get()), STDOUT_FILENO);
    ::dup2(::fileno(err.get()), STDERR_FILENO);
    become(command, environment);
  }
  int ended = 0;
  ::waitpid(child, &ended, 0);
  program_result result;
  result.status = WIFSIGNALED(ended) ? 128 + WTERMSIG(ended) : WEXITSTATUS(ended);
  result.out = contents(out.get());
  result.err = contents(err.get());
  return result;
}

}  // namespace pgpipe::test
