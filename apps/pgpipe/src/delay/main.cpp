#include "delay/main.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "bench/log.hpp"
#include "delay/options.hpp"
#include "delay/proxy.hpp"
#include "delay/target.hpp"

namespace pgpipe::app::delay {
namespace {

proxy* running = nullptr;  // for the signals' handler

void stop_running(int) { running->stop(); }

void stop_on_signals(proxy& which) {
  running = &which;
  struct sigaction action{};
  action.sa_handler = stop_running;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

int refuse(const error& why) {
  bench::log::error("{}", why.text());
  if (why.category() == error_category::usage) {
    bench::log::hint("Try \"pgpipe delay --help\" for more information.");
  }
  return EXIT_FAILURE;
}

}  // namespace

int main(int argc, char** argv) {
  const auto options = parse_options(argc, argv);
  if (!options) return refuse(options.error());
  if (options->action == action::help) {
    fmt::print("{}", help_text());
    return EXIT_SUCCESS;
  }
  const auto server = reachable_address(options->target);
  if (!server) return refuse(server.error());
  auto at = listener::open(options->listen);
  if (!at) return refuse(at.error());
  auto made = proxy::make(*std::move(at), *server, options->link, options->random_seed);
  if (!made) return refuse(made.error());
  stop_on_signals(**made);
  fmt::print("pgpipe delay: listening at {}, leading to {}\n", (*made)->listens().address(), server->to_string());
  std::fflush(stdout);
  (*made)->run();
  return EXIT_SUCCESS;
}

}  // namespace pgpipe::app::delay
