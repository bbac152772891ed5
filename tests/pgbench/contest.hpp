#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "embedded/private_cluster.hpp"
#include "program.hpp"

namespace pgpipe::test {

// One private server for all tests of a program, with a database for each of the two contenders.
class contest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto started = app::private_cluster::start();
    ASSERT_TRUE(started) << started.error().text();
    server() = std::make_unique<app::private_cluster>(std::move(*started));
    for (const char* name : {"by_pgbench", "by_pgpipe"}) sql("postgres", std::string("create database ") + name);
  }
  static void TearDownTestSuite() { server().reset(); }

  static program_result pgbench(std::vector<std::string> arguments, const std::string& input = {}) {
    arguments.insert(arguments.begin(), tool("pgbench"));
    return run_program(arguments, environment("by_pgbench"), input);
  }

  static program_result pgpipe(std::vector<std::string> arguments, const std::string& input = {}) {
    arguments.insert(arguments.begin(), {PGPIPE_EXECUTABLE, "bench"});
    return run_program(arguments, environment("by_pgpipe"), input);
  }

  // As pgbench 15, which is the other contender.
  static program_result pgpipe_15(std::vector<std::string> arguments, const std::string& input = {}) {
    arguments.insert(arguments.begin(), "--compat=15");
    return pgpipe(std::move(arguments), input);
  }

  // What psql prints for a statement, one row a line.
  static std::string sql(const std::string& database, const std::string& statement) {
    const program_result done = run_program({tool("psql"), "-XqAt", "-c", statement}, environment(database));
    EXPECT_EQ(done.status, 0) << done.err;
    return done.out;
  }

  static std::string tool(const std::string& name) { return server()->binaries().native() + '/' + name; }

  static std::vector<std::string> environment(const std::string& database) {
    return {"PGHOST=" + server()->socket_directory(), "PGPORT=" + std::to_string(server()->port()),
            "PGUSER=" + std::string(app::private_cluster::user()), "PGDATABASE=" + database};
  }

  static std::unique_ptr<app::private_cluster>& server() {
    static std::unique_ptr<app::private_cluster> running;
    return running;
  }
};

}  // namespace pgpipe::test
