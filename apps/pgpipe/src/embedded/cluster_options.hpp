#pragma once

#include <string>
#include <utility>
#include <vector>

namespace pgpipe::app {

// How a private server differs from the default: trust authentication, Unix socket only.
struct cluster_options {
  // Lines of postgresql.conf, as name and value; values are quoted where it is written. They win over the defaults:
  // fsync off, the rest as PostgreSQL has it.
  std::vector<std::pair<std::string, std::string>> settings;

  // The whole of pg_hba.conf; empty for "trust" everywhere it listens.
  std::vector<std::string> hba_lines;

  // Files for the data folder, as name and content, readable by the server only: certificates, keys, pg_ident.conf.
  std::vector<std::pair<std::string, std::string>> files;

  // A connection string of a running server whose hot standby this one is to be: its data come by pg_basebackup instead
  // of initdb. That server must let replication connections in.
  std::string standby_of;

  // Listen on 127.0.0.1 too, on a free port that is then the socket's as well.
  bool listen_tcp = false;
};

}  // namespace pgpipe::app
