#include "support/server.hpp"

#include <cstdlib>

#include <pgpipe/base/result.hpp>
#include <pgpipe/client/connection.hpp>

#include "embedded/private_cluster.hpp"
#include "embedded/running_clusters.hpp"

namespace pgpipe::test {

const std::string& server_conninfo() {
  static const std::string conninfo = [] {
    if (const char* given = std::getenv("PGPIPE_TEST_DSN")) return std::string(given);
    app::stop_clusters_on_signals();
    static const app::private_cluster cluster = value_or_throw(app::private_cluster::start());
    return cluster.conninfo();
  }();
  return conninfo;
}

std::string ask(std::string_view sql, const std::string& conninfo) {
  connection on = value_or_throw(connection::open(conninfo));
  const auto results = value_or_throw(on.exec(sql));
  return results.back().empty() ? "" : std::string(results.back()[0].field(0).text());
}

}  // namespace pgpipe::test
