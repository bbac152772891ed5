#include "delay/proxy_thread.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <pthread.h>

#include "delay/target.hpp"

namespace pgpipe::app::delay {

result<std::unique_ptr<proxy_thread>> proxy_thread::start(const protocol::connect_options& direct,
                                                          const link_settings& settings, std::uint64_t seed) {
  const auto server = reachable_address(direct);
  if (!server) return fail(server.error());
  std::unique_ptr<proxy_thread> made(new proxy_thread);
  made->through_ = direct;
  auto at = made->listen();
  if (!at) return fail(at.error());
  auto passes = proxy::make(*std::move(at), *server, settings, seed);
  if (!passes) return fail(passes.error());
  made->proxy_ = *std::move(passes);
  // Signals are for the threads that know what to do about them.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  made->thread_ = std::thread([link = made->proxy_.get()] { link->run(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return made;
}

result<listener> proxy_thread::listen() {
  protocol::host_spec& place = through_.hosts.front();
  if (!place.is_unix_socket()) {
    auto at = listener::open("127.0.0.1:0");
    if (!at) return at;
    place.hostaddr = "127.0.0.1";
    place.port = at->port();
    return at;
  }
  std::error_code ignored;
  std::string name = (std::filesystem::temp_directory_path(ignored) / "pgpipe_link_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    return fail(error_category::io, "could not make a folder: " + std::generic_category().message(errno));
  }
  folder_ = name;
  place.host = name;
  place.port = protocol::default_port;
  return listener::open(name);
}

proxy_thread::~proxy_thread() {
  if (thread_.joinable()) {
    proxy_->stop();
    thread_.join();
  }
  proxy_.reset();
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

}  // namespace pgpipe::app::delay
