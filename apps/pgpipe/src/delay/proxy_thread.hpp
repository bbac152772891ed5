#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/connect_options.hpp>

#include "delay/link_settings.hpp"
#include "delay/proxy.hpp"

namespace pgpipe::app::delay {

// A link within this process: from start() on connections that are opened as `through()` says pass it, until it is
// destroyed, which breaks them.
class proxy_thread {
 public:
  // A link to the server that `direct` leads to. Listens at a Unix socket when the server does, else at 127.0.0.1.
  [[nodiscard]] static result<std::unique_ptr<proxy_thread>> start(const protocol::connect_options& direct,
                                                                   const link_settings& settings, std::uint64_t seed);

  proxy_thread(const proxy_thread&) = delete;
  proxy_thread& operator=(const proxy_thread&) = delete;
  ~proxy_thread();

  // What `direct` was, but for the place to connect to. Certificates are still checked against the server's name.
  [[nodiscard]] const protocol::connect_options& through() const { return through_; }

 private:
  proxy_thread() = default;
  [[nodiscard]] result<listener> listen();

  protocol::connect_options through_;
  std::filesystem::path folder_;  // of the Unix socket; empty with TCP
  std::unique_ptr<proxy> proxy_;
  std::thread thread_;
};

}  // namespace pgpipe::app::delay
