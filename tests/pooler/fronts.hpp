#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>

#include "embedded/private_cluster.hpp"
#include "support/pooler.hpp"

namespace pgpipe::test {

// A pooler mode, in front of what it is for.
struct front {
  pooler_mode mode;
  const char* pool_mode;  // PgBouncer's
};

// The PgBouncer to test with. That of Debian 12, 1.18, knows no prepared statements in transactions; a newer one is
// given to CMake.
inline pooler_program program_under_test() {
#ifdef PGPIPE_NEW_PGBOUNCER
  return {PGPIPE_NEW_PGBOUNCER, "max_prepared_statements = 100\n"};
#else
  return {};
#endif
}

inline std::vector<front> fronts_under_test() {
  std::vector<front> all = {{pooler_mode::session, "session"},
                            {pooler_mode::transaction_unnamed, "transaction"},
                            {pooler_mode::simple, "transaction"}};
#ifdef PGPIPE_NEW_PGBOUNCER
  all.push_back({pooler_mode::transaction_named, "transaction"});
#endif
  return all;
}

inline app::private_cluster& cluster() {
  static app::private_cluster started = value_or_throw(app::private_cluster::start());
  return started;
}

// Sessions of one mode through a pooler of its own, which has two servers for them all.
class PoolerModes : public testing::TestWithParam<front> {
 protected:
  static constexpr int servers = 2;

  [[nodiscard]] connection open() const {
    connection made = value_or_throw(connection::open(pooler_.conninfo()));
    value_or_throw(made.set_pooler_mode(mode()));
    made.set_timeout(std::chrono::seconds(20));  // a hang is a failure, not a test's end
    return made;
  }
  [[nodiscard]] pooler_mode mode() const { return GetParam().mode; }
  [[nodiscard]] bool is_shared() const { return mode() != pooler_mode::session; }
  [[nodiscard]] bool has_names() const { return mode() <= pooler_mode::transaction_named; }
  // How many sessions may use the pooler at once without waiting for each other to end.
  [[nodiscard]] std::size_t sessions() const { return is_shared() ? 6 : servers; }

  pooler pooler_{cluster(), GetParam().pool_mode, servers, program_under_test()};
};

inline std::string name_of_front(const testing::TestParamInfo<front>& info) {
  return std::string(to_string(info.param.mode));
}

}  // namespace pgpipe::test
