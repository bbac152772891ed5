#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/copy.hpp>
#include <pgpipe/protocol/trace.hpp>

#include "recording_proxy.hpp"
#include "support/server.hpp"

namespace pgpipe {
namespace {

// What our client does for a scenario of libpq's (scenarios.cpp), by the calls that correspond.
struct client_scenario {
  const char* name;
  void (*run)(connection&);
};

void exec(connection& on, std::initializer_list<const char*> statements) {
  for (const char* each : statements) std::ignore = on.exec(each);
}

void simple_query(connection& on) {
  exec(on, {"SELECT 1 AS one, NULL, E'tab\\t\xc3\xbc\\x01 back\\\\slash ''quoted'''",
            "SELECT 'a'; SELECT 2 WHERE false; CREATE TEMP TABLE t (a int)", "BEGIN", "COMMIT"});
}

void empty_query(connection& on) { exec(on, {"", " ; ;"}); }

void failing(connection& on) {
  exec(on, {"SELECT 1 / 0", "SELECT * FROM \"no such table\"",
            "DO $$ BEGIN RAISE 'all fields' USING ERRCODE = 'P0002', DETAIL = 'd', HINT = 'h', SCHEMA = 's', "
            "TABLE = 't', COLUMN = 'c', DATATYPE = 'dt', CONSTRAINT = 'n'; END $$"});
}

void notice(connection& on) { exec(on, {"DO $$ BEGIN RAISE NOTICE 'noticed' USING HINT = 'a hint'; END $$"}); }

void notification(connection& on) { exec(on, {"LISTEN channel", "NOTIFY channel, 'payload'", "NOTIFY channel"}); }

void parameter_status(connection& on) { exec(on, {"SET application_name = 'other'", "SET TimeZone = 'UTC'"}); }

void push_select(pipeline& to, const char* value) { value_or_throw(to.push("SELECT 6 / $1::int4", value)); }

void pipelined(connection& on) {
  pipeline batch(on);
  for (const char* value : {"1", "2", "3"}) push_select(batch, value);
  value_or_throw(batch.collect());
}

void pipeline_error(connection& on) {
  pipeline batch(on);
  for (const char* value : {"1", "0", "3"}) push_select(batch, value);
  value_or_throw(batch.sync());
  push_select(batch, "2");
  value_or_throw(batch.collect());
}

void copying_in(connection& on) {
  exec(on, {"CREATE TEMP TABLE t (a int, b text)"});
  auto kept = value_or_throw(copy_in::begin(on, "COPY t FROM STDIN"));
  value_or_throw(kept.write("1\tone\n"));
  value_or_throw(kept.write("2\ttwo\n"));
  value_or_throw(kept.finish());
  auto dropped = value_or_throw(copy_in::begin(on, "COPY t FROM STDIN"));
  value_or_throw(dropped.abandon("changed my mind"));
}

void copying_out(connection& on) {
  for (const char* sql :
       {"COPY (VALUES (1, 'one'), (2, NULL)) TO STDOUT", "COPY (VALUES (1, 'one')) TO STDOUT (FORMAT binary)"}) {
    value_or_throw(copy_out(on, sql, [](std::span<const std::byte>) {}));
  }
}

// Each direction's lines in their order; how the two interleave is the network's affair. PQtrace's own complaint about
// the CopyData that it does not show belongs to neither.
struct two_directions {
  std::vector<std::string> frontend;
  std::vector<std::string> backend;
};

two_directions split(const std::string& trace) {
  two_directions lines;
  std::istringstream all(trace);
  for (std::string line; std::getline(all, line);) {
    if (line.starts_with("F\t")) lines.frontend.push_back(line);
    if (line.starts_with("B\t")) lines.backend.push_back(line);
  }
  return lines;
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

class ClientTrace : public testing::TestWithParam<client_scenario> {};

TEST_P(ClientTrace, IsLibpqs) {
  PGconn* const peer = PQconnectdb(test::server_conninfo().c_str());
  const std::string directory = PQhost(peer);
  const std::string socket = directory + "/.s.PGSQL." + PQport(peer);
  const std::string rest = std::string(" port=") + PQport(peer) + " dbname=" + PQdb(peer) + " user=" + PQuser(peer);
  PQfinish(peer);

  std::string trace;
  {
    const recording_proxy proxy(socket);
    auto client = value_or_throw(
        connection::open("host=" + proxy.directory() + " port=5432" + rest.substr(rest.find(" dbname"))));
    const recording_proxy::recording before = proxy.recorded();
    GetParam().run(client);
    const recording_proxy::recording after = proxy.recorded();
    protocol::tracer tracer(trace, protocol::trace_suppress_timestamps | protocol::trace_regress_mode);
    tracer.frontend(bytes_of(std::string_view(after.frontend).substr(before.frontend.size())));
    tracer.backend(bytes_of(std::string_view(after.backend).substr(before.backend.size())));
  }
  std::ifstream file(std::string(PGPIPE_GOLDEN_DIR) + "/" + GetParam().name + ".trace", std::ios::binary);
  ASSERT_TRUE(file);
  const two_directions expected = split({std::istreambuf_iterator<char>(file), {}});
  const two_directions made = split(trace);
  EXPECT_EQ(made.frontend, expected.frontend);
  EXPECT_EQ(made.backend, expected.backend);
}

// What connection::trace() shows is what PQtrace shows.
TEST_P(ClientTrace, ByTheConnectionItselfIsPQtraces) {
  std::string trace;
  {
    connection client = value_or_throw(connection::open(test::server_conninfo()));
    value_or_throw(client.trace([&](std::string_view lines) { trace += lines; },
                                protocol::trace_suppress_timestamps | protocol::trace_regress_mode));
    GetParam().run(client);
    value_or_throw(client.trace(nullptr));
    value_or_throw(client.exec("SELECT 'not traced'"));
  }
  std::ifstream file(std::string(PGPIPE_GOLDEN_DIR) + "/" + GetParam().name + ".trace", std::ios::binary);
  ASSERT_TRUE(file);
  const std::string golden{std::istreambuf_iterator<char>(file), {}};
  const two_directions expected = split(golden);
  const two_directions made = split(trace);
  EXPECT_EQ(made.frontend, expected.frontend);
  EXPECT_EQ(made.backend, expected.backend);
  EXPECT_EQ(trace, golden);
}

INSTANTIATE_TEST_SUITE_P(
    Scenarios, ClientTrace,
    testing::Values(client_scenario{"simple_query", simple_query}, client_scenario{"empty_query", empty_query},
                    client_scenario{"error", failing}, client_scenario{"notice", notice},
                    client_scenario{"notification", notification},
                    client_scenario{"parameter_status", parameter_status}, client_scenario{"pipeline", pipelined},
                    client_scenario{"pipeline_error", pipeline_error}, client_scenario{"copy_in", copying_in},
                    client_scenario{"copy_out", copying_out}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace pgpipe
