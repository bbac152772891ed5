#pragma once

#include <memory>
#include <string>
#include <vector>

namespace pgpipe::test {

// A server on a Unix socket that does nothing: it lets everyone in, writes down the statements it is sent and answers
// that each has succeeded without rows. What a client sends can so be any text, and hundreds can connect. It lives
// until it is destroyed.
class recording_server {
 public:
  recording_server();
  recording_server(const recording_server&) = delete;
  recording_server& operator=(const recording_server&) = delete;
  ~recording_server();

  // What makes libpq's environment variables lead here.
  [[nodiscard]] std::vector<std::string> environment() const;

  // The statements of all Query and Parse messages since the last call, in the order in which they came.
  [[nodiscard]] std::vector<std::string> take_statements();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pgpipe::test
