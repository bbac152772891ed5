#include "support/server.hpp"

#include <chrono>
#include <cstdlib>
#include <thread>

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

void end_session(std::int32_t process_id) {
  const std::string pid = std::to_string(process_id);
  ask("select pg_terminate_backend(" + pid + ")");
  while (ask("select count(*) from pg_stat_activity where pid = " + pid) != "0") {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

int server_version() { return std::stoi(ask("show server_version_num")); }

}  // namespace pgpipe::test
