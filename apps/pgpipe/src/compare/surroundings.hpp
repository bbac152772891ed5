#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pgpipe/base/result.hpp>

#include "compare/bench_arguments.hpp"
#include "embedded/private_cluster.hpp"

namespace pgpipe::app::compare {

// What a comparison wants of the private server that all its runs share.
struct server_wishes {
  bool tables = true;  // pgbench's
  bool tcp = false;
  std::vector<std::pair<std::string, std::string>> settings = {};  // lines of postgresql.conf
};

// A private server, and the words that lead pgpipe bench and pgbench there. It lasts as long as this.
struct running_server {
  private_cluster cluster;
  words arguments;
  bench::connection_options connection;
};

// `asked` says how large the tables are to be, and how many clients there will be at most.
[[nodiscard]] result<running_server> start_server(const bench::options& asked, const server_wishes& wishes);

// Runs each statement on a connection of its own. The error says which one failed.
[[nodiscard]] result<void> run_setup(const bench::connection_options& on, const std::vector<std::string>& statements);

}  // namespace pgpipe::app::compare
