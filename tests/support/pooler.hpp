#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "embedded/private_cluster.hpp"

namespace pgpipe::test {

// Which PgBouncer, and what its settings say beyond those of every test.
struct pooler_program {
  std::string executable = "/usr/sbin/pgbouncer";
  std::string settings = {};  // lines
};

// A PgBouncer in front of a private server, on a Unix socket in the server's own folder, with few server connections
// for many clients. Ends with the object. Throws pgpipe::exception where there is no PgBouncer: that is a failure.
class pooler {
 public:
  // `mode` is PgBouncer's pool_mode.
  pooler(const app::private_cluster& server, std::string_view mode, int server_connections,
         const pooler_program& program = {});
  pooler(const pooler&) = delete;
  pooler& operator=(const pooler&) = delete;
  ~pooler();

  // A connection string for the server's superuser through the pooler.
  [[nodiscard]] std::string conninfo() const;

 private:
  void wait_until_it_answers() const;

  std::filesystem::path folder_;
  pid_t pid_ = -1;
};

}  // namespace pgpipe::test
