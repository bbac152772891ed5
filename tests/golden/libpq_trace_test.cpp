#include "libpq_trace.hpp"

#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "support/server.hpp"

namespace pgpipe {
namespace {

struct connection_deleter {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
using connection_ptr = std::unique_ptr<PGconn, connection_deleter>;

class LibpqTrace : public testing::TestWithParam<scenario> {};

std::string committed(const scenario& each) {
  std::ifstream file(std::string(PGPIPE_GOLDEN_DIR) + "/" + std::string(each.name) + ".trace", std::ios::binary);
  EXPECT_TRUE(file) << each.name;
  return {std::istreambuf_iterator<char>(file), {}};
}

// The committed traces are what libpq and this server say today: not stale, and not edited to fit.
TEST_P(LibpqTrace, IsTheCommittedOne) {
  const connection_ptr connection(PQconnectdb(test::server_conninfo().c_str()));
  ASSERT_EQ(PQstatus(connection.get()), CONNECTION_OK) << PQerrorMessage(connection.get());
  const std::string socket =
      std::string(PQhost(connection.get())) + "/.s.PGSQL." + std::string(PQport(connection.get()));
  const libpq_trace made = trace_with_libpq(GetParam(), socket, PQdb(connection.get()), PQuser(connection.get()));
  if (GetParam().masked) {
    EXPECT_EQ(made.trace, committed(GetParam()));
  }
  EXPECT_FALSE(made.wire.empty());
}

INSTANTIATE_TEST_SUITE_P(Scenarios, LibpqTrace, testing::ValuesIn(scenarios),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace pgpipe
