#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench_process.hpp"
#include "embedded/private_cluster.hpp"
#include "support/pooler.hpp"

namespace pgpipe::test {
namespace {

app::private_cluster& server() {
  static app::private_cluster started = value_or_throw(app::private_cluster::start());
  return started;
}

// Sixteen clients of one thread, of which the pooler lets four at a time through to a server.
bench_outcome run_through(const pooler& pool, std::vector<std::string> options) {
  std::vector<std::string> arguments = {
      "-n", "-c", "16",
      "-j", "1",  "-t",
      "20", "-f", script_file("\\set x random(1, 10)\nselect :x::int + pg_backend_pid();\n")};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.push_back(pool.conninfo());
  return bench_process(arguments).wait();
}

void expect_complete(const bench_outcome& outcome) {
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 16 * 20);
}

// A client's session keeps its server until it ends. Those who wait for one stand in the middle of preparing: they must
// not keep the others, who have one, from going on.
TEST(bench_pooler, clients_that_wait_for_a_server_freeze_nobody) {
  const pooler pool(server(), "session", 4);
  for (const char* mode : {"simple", "extended", "prepared"}) {
    SCOPED_TRACE(mode);
    expect_complete(run_through(pool, {"-M", mode}));
  }
}

// A server serves one transaction, then the next client's: what was prepared there belongs to nobody, so prepared mode
// is not for poolers that do not know it.
TEST(bench_pooler, transactions_share_few_servers) {
  const pooler pool(server(), "transaction", 4);
  for (const char* mode : {"simple", "extended"}) {
    SCOPED_TRACE(mode);
    expect_complete(run_through(pool, {"-M", mode}));
  }
}

TEST(bench_pooler, connections_for_each_transaction_pass_through) {
  const pooler pool(server(), "session", 4);
  expect_complete(run_through(pool, {"-M", "prepared", "-C"}));
}

}  // namespace
}  // namespace pgpipe::test
