#include "bench/password_prompt.hpp"

#include <cstdio>
#include <memory>

#include <termios.h>
#include <unistd.h>

namespace pgpipe::app::bench {
namespace {

// While it is there, the terminal does not show what is typed.
class no_echo {
 public:
  explicit no_echo(int terminal) : terminal_(terminal), is_terminal_(::tcgetattr(terminal, &before_) == 0) {
    if (!is_terminal_) return;
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    ::tcsetattr(terminal_, TCSAFLUSH, &silent);
  }
  no_echo(const no_echo&) = delete;
  no_echo& operator=(const no_echo&) = delete;
  ~no_echo() {
    if (is_terminal_) ::tcsetattr(terminal_, TCSAFLUSH, &before_);
  }

 private:
  int terminal_;
  termios before_{};
  bool is_terminal_;
};

// Nothing of the password stays in a buffer of the stream: it is read byte by byte.
std::string read_line(int from) {
  std::string line;
  for (char c = 0; ::read(from, &c, 1) == 1 && c != '\n';) line += c;
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

}  // namespace

std::string ask_for_password() {
  const std::unique_ptr<FILE, int (*)(FILE*)> terminal(
      std::fopen("/dev/tty", "w+"), [](FILE* opened) { return opened == nullptr ? 0 : std::fclose(opened); });
  const int from = terminal ? ::fileno(terminal.get()) : STDIN_FILENO;
  FILE* const to = terminal ? terminal.get() : stderr;
  const no_echo quiet(from);
  std::fputs("Password: ", to);
  std::fflush(to);
  std::string typed = read_line(from);
  std::fputs("\n", to);
  std::fflush(to);
  return typed;
}

}  // namespace pgpipe::app::bench
