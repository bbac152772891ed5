#include "compare/surroundings.hpp"

#include <algorithm>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/surroundings.hpp>

#include "bench/conninfo.hpp"
#include "bench/initialize.hpp"
#include "embedded/running_clusters.hpp"

namespace pgpipe::app::compare {
namespace {

// Enough for any axis of clients that a test machine can serve.
constexpr int least_connections = 300;
constexpr int spare_connections = 20;

result<connection> connect(const bench::connection_options& on) {
  const auto conninfo = bench::make_conninfo(on);
  if (!conninfo) return fail(conninfo.error());
  const auto options = options_from_conninfo(*conninfo);
  if (!options) return fail(options.error());
  return connection::open(*options);
}

}  // namespace

result<running_server> start_server(const bench::options& asked, const server_wishes& wishes) {
  stop_clusters_on_signals();
  cluster_options wanted;
  wanted.settings = wishes.settings;
  wanted.settings.emplace_back("max_connections",
                               std::to_string(std::max(least_connections, asked.clients + spare_connections)));
  wanted.listen_tcp = wishes.tcp;
  auto started = private_cluster::start(wanted);
  if (!started) return fail(started.error());
  const std::string host = wishes.tcp ? "127.0.0.1" : started->socket_directory();
  const std::string port = std::to_string(started->port());
  const std::string user(private_cluster::user());
  const std::string name(private_cluster::dbname());
  running_server made{*std::move(started), {"-h", host, "-p", port, "-U", user, name}, {host, port, user, name}};
  if (!wishes.tables) return made;
  auto on = connect(made.connection);
  if (!on) return fail(on.error());
  bench::init_options quietly = asked.init;
  quietly.quiet = true;
  if (!bench::initialize(*on, quietly, asked.scale)) {
    return fail(error_category::io, "the private server's tables could not be made");
  }
  return made;
}

result<void> run_setup(const bench::connection_options& on, const std::vector<std::string>& statements) {
  if (statements.empty()) return {};
  auto opened = connect(on);
  if (!opened) return fail(opened.error());
  for (const std::string& each : statements) {
    if (auto done = opened->exec(each); !done) return fail(error(done.error()).add_context(each));
  }
  return {};
}

}  // namespace pgpipe::app::compare
