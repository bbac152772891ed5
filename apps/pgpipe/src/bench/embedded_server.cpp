#include "bench/embedded_server.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "bench/initialize.hpp"
#include "bench/log.hpp"
#include "bench/setup_connection.hpp"
#include "embedded/running_clusters.hpp"

namespace pgpipe::app::bench {
namespace {

// Beside the clients: the set-up's connection, and those that PostgreSQL keeps for superusers.
constexpr int spare_connections = 10;
constexpr int default_max_connections = 100;

}  // namespace

std::optional<private_cluster> start_embedded_server(options& options) {
  stop_clusters_on_signals();
  cluster_options wanted;
  const int connections = std::max(default_max_connections, options.clients + spare_connections);
  wanted.settings.emplace_back("max_connections", std::to_string(connections));
  auto started = private_cluster::start(wanted);
  if (!started) {
    log::error("{}", started.error().text());
    return std::nullopt;
  }
  options.connection = {.host = started->socket_directory(),
                        .port = std::to_string(started->port()),
                        .user = std::string(private_cluster::user()),
                        .dbname = std::string(private_cluster::dbname())};
  auto on = open_setup_connection(options.connection, "initialization");
  if (!on || !initialize(*on, options.init, options.scale)) return std::nullopt;
  // The tables are as large as was asked for: there is nothing to warn of.
  options.scale_given = false;
  return std::optional<private_cluster>(*std::move(started));
}

}  // namespace pgpipe::app::bench
