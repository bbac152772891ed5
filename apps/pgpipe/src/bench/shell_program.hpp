#pragma once

#include <cstdint>
#include <string>

#include <sys/types.h>

#include <pgpipe/base/result.hpp>

#include "bench/compatibility.hpp"
#include "bench/file_descriptor.hpp"

namespace pgpipe::app::bench {

// A command line that runs in a shell, for \shell and \setshell. Call order: start(); each time that fd() is readable,
// advance(), until it returns true; then succeeded() or integer(). Nothing waits, unless the system cannot tell of a
// process's end by a descriptor: then fd() may be -1, and the next advance() waits. Destroying it while it runs leaves
// the shell to itself.
class shell_program {
 public:
  // With `reads_output` the standard output comes here, else it is ours.
  [[nodiscard]] static result<shell_program> start(const std::string& line, bool reads_output);

  shell_program(shell_program&&) = default;
  shell_program& operator=(shell_program&&) = default;
  ~shell_program() = default;

  [[nodiscard]] int fd() const { return output_ ? output_.get() : end_.get(); }

  // Goes on as far as it can without waiting; true when the shell has ended.
  [[nodiscard]] bool advance();

  // The shell's status was 0.
  [[nodiscard]] bool succeeded() const { return wait_status_ == 0; }

  // The number that the first line of the output consists of, as \setshell takes it; the rest is ignored, and so is
  // the shell's status. pgbench cuts a number to 32 bits.
  [[nodiscard]] result<std::int64_t> integer(compatibility behaviour) const;

 private:
  explicit shell_program(pid_t child) : child_(child) {}

  [[nodiscard]] bool read_line();

  pid_t child_;
  file_descriptor end_;     // readable when the shell has ended
  file_descriptor output_;  // until a line has been read
  std::string line_;
  int wait_status_ = -1;
};

// pgbench's bound on the length of a shell's command line.
inline constexpr std::size_t longest_shell_line = 253;

}  // namespace pgpipe::app::bench
