#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bench_process.hpp"
#include "checker.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

bench_outcome compare(std::vector<std::string> arguments, bool on_test_server = true) {
  if (on_test_server) arguments.push_back(server_conninfo());
  return bench_process(arguments, "compare").wait(std::chrono::seconds(250));
}

class Compare : public testing::Test {
 protected:
  std::string file = script_file("") + ".json";
  std::string one = script_file("select 1;\n");
  std::string ten = script_file(
      "select 1;\nselect 2;\nselect 3;\nselect 4;\nselect 5;\nselect 6;\nselect 7;\nselect 8;\n"
      "select 9;\nselect 10;\n");

  // The ratio of the cell.
  [[nodiscard]] double ratio(std::size_t row, std::size_t column) const {
    const json result = json::parse(content_of(file));
    for (const json& each : result["cells"]) {
      if (each["row"] == row && each["column"] == column) return each["ratio"].get<double>();
    }
    return 0;
  }
};

TEST_F(Compare, DepthOverADistanceWinsAsManyRoundTrips) {
  const bench_outcome outcome = compare({"-f", ten, "-M", "prepared", "--axis", "depth=1,10", "--axis", "rtt=0,20ms",
                                         "--rounds", "3", "-t", "3", "--json", file});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(schema_errors("pgpipe-compare.schema.json", file), "");
  EXPECT_GT(ratio(1, 1), 2);  // 10, on a machine with time for it
  EXPECT_THAT(outcome.out, HasSubstr("Ratio of tps"));
  const json result = json::parse(content_of(file));
  EXPECT_EQ(result["cells"].size(), 4U);
  EXPECT_EQ(result["cells"][0]["rounds"].size(), 3U);
  const json run = result["cells"][3]["rounds"][0]["result"];
  EXPECT_EQ(run["settings"]["depth"], 10);
  EXPECT_EQ(run["settings"]["link"]["rtt_ms"], 20.0);
  EXPECT_GT(result["cells"][0]["median"]["system_calls_transaction"].get<double>(), 19);
  EXPECT_LT(result["cells"][1]["median"]["bytes_sent_transaction"].get<double>(), 1000);
}

// Two axes are a table of ratios and, for each column, one of speed and one of costs; each cell has every figure.
TEST_F(Compare, EveryCellOfATableHasItsFigures) {
  const bench_outcome outcome = compare({"-f", ten, "--axis", "mode=simple,prepared", "--axis", "clients=1,2",
                                         "--rounds", "2", "-t", "20", "--json", file});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  for (const char* column : {"\nclients: clients 1\n", "\nclients: clients 2\n"}) {
    const std::size_t at = outcome.out.find(column);
    ASSERT_NE(at, std::string::npos) << outcome.out;
    const std::string part = outcome.out.substr(at, outcome.out.find("\nclients: ", at + 1) - at);
    EXPECT_THAT(part, testing::ContainsRegex("mode +tps +statements/s +average ms +p50 ms +p99 ms +ratio +verdict"));
    EXPECT_THAT(part,
                testing::ContainsRegex("mode +user us +system us +cycles +instructions +calls +switches +bytes out"));
  }
  const json cells = json::parse(content_of(file))["cells"];
  ASSERT_EQ(cells.size(), 4U);
  for (const json& each : cells) {
    const json& median = each["median"];
    ASSERT_EQ(median.size(), 13U);
    for (const auto& [name, value] : median.items()) {
      const bool needs_counters = name == "cycles_statement" || name == "instructions_statement";
      EXPECT_TRUE(value.is_number() || (needs_counters && value.is_null())) << name;
    }
    EXPECT_GT(median["user_us_statement"].get<double>() + median["system_us_statement"].get<double>(), 0);
    EXPECT_GT(median["system_calls_transaction"].get<double>(), 10);
    EXPECT_GT(median["bytes_received_transaction"].get<double>(), 100);
    EXPECT_EQ(each["ratio"].is_null(), each["row"] == 0);
    EXPECT_EQ(each["interval"].is_null(), each["row"] == 0);
  }
}

TEST_F(Compare, PgbenchRunsTheSameScriptAlsoOverALink) {
  const auto word = [&](const std::string& name) {
    const std::size_t at = server_conninfo().find(name + "=") + name.size() + 1;
    return server_conninfo().substr(at, server_conninfo().find(' ', at) - at);
  };
  const std::vector<std::string> words = {"-h", word("host"), "-p", word("port"), "-U", word("user"), word("dbname")};
  for (const auto& [rtt, server] : {std::pair("0", words), {"5ms", words}, {"5ms", {server_conninfo()}}}) {
    std::vector<std::string> arguments = {
        "-f", one, "--axis", "driver=pgbench,pgpipe", "--rounds", "2", "-t", "20", "--rtt", rtt, "--json", file};
    arguments.insert(arguments.end(), server.begin(), server.end());
    const bench_outcome outcome = compare(arguments, false);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(schema_errors("pgpipe-compare.schema.json", file), "");
    const json cells = json::parse(content_of(file))["cells"];
    EXPECT_TRUE(cells[0]["rounds"][0]["result"].is_null());
    EXPECT_EQ(cells[0]["rounds"][0]["statements"], 20.0);
    EXPECT_THAT(outcome.out, HasSubstr("not available"));
    if (std::string(rtt) != "0") {
      EXPECT_LT(cells[0]["median"]["tps"].get<double>(), 201);
    }
  }
}

TEST_F(Compare, EqualScriptsDifferInNothing) {
  const std::string same = script_file("select 1;\n");
  const bench_outcome outcome =
      compare({"--axis", "script=" + one + "," + same, "--rounds", "6", "-t", "200", "--json", file});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_GT(ratio(1, 0), 0.3);
  EXPECT_LT(ratio(1, 0), 3);
  EXPECT_THAT(outcome.out, HasSubstr("Compared with \"" + one + "\", \"" + same + "\" is: "));
}

TEST_F(Compare, SyncServerAndClientsAreAxes) {
  const bench_outcome sync = compare({"-f", ten, "-M", "prepared", "--axis", "sync=atomic,isolated", "--axis",
                                      "clients=1,2", "--rounds", "1", "-t", "5"});
  EXPECT_EQ(sync.status, 0) << sync.err;
  EXPECT_THAT(sync.out, HasSubstr("one round tells nothing about chance"));
  const bench_outcome servers =
      compare({"-f", one, "--axis", "server=" + server_conninfo() + "," + server_conninfo() + " application_name=b",
               "--rounds", "1", "-t", "5"},
              false);
  EXPECT_EQ(servers.status, 0) << servers.err;
}

TEST_F(Compare, PasswordsAreNotKept) {
  const std::string secret = " password=top5ecret";
  const bench_outcome outcome =
      compare({"-f", one, "--axis", "server=" + server_conninfo() + secret + "," + server_conninfo(), "--rounds", "1",
               "-t", "5", "--json", file},
              false);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.out, Not(HasSubstr("top5ecret")));
  EXPECT_THAT(content_of(file), HasSubstr("password=***"));
  EXPECT_THAT(content_of(file), Not(HasSubstr("top5ecret")));
}

// Neither the file nor the folder that the runs write to.
TEST_F(Compare, ASignalLeavesNothingBehind) {
  const std::filesystem::path folder = file + ".folder";
  std::filesystem::create_directory(folder);
  ::setenv("TMPDIR", folder.c_str(), 1);
  bench_process running({"-f", one, "--axis", "depth=1,2", "-M", "prepared", "-T", "30", "--json",
                         (folder / "result").string(), server_conninfo()},
                        "compare");
  ::unsetenv("TMPDIR");
  const auto files = [&] { return std::distance(std::filesystem::directory_iterator(folder), {}); };
  for (int i = 0; i != 1000 && files() < 3; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(files(), 3);                                        // with that of bench_process
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // perhaps inside of a run; it matters not
  ::kill(running.pid(), SIGTERM);
  EXPECT_EQ(running.wait(std::chrono::seconds(25)).status, -SIGTERM);
  EXPECT_EQ(files(), 1);
}

TEST_F(Compare, FailIfIsAboutRatios) {
  const auto status = [&](const std::string& condition) {
    return compare({"-f", one, "--axis", "clients=1,2", "--rounds", "1", "-t", "5", "--fail-if", condition}).status;
  };
  EXPECT_EQ(status("ratio > 0"), 3);
  EXPECT_EQ(status("ratio < 0"), 0);
  EXPECT_EQ(status("tps < 1"), 1);
}

TEST_F(Compare, MistakesAreOneMessageAndNoFile) {
  const auto refusal = [&](std::vector<std::string> arguments, bool on_test_server = true) {
    arguments.insert(arguments.end(), {"--json", file});
    const bench_outcome outcome = compare(arguments, on_test_server);
    EXPECT_EQ(outcome.status, 1) << outcome.out;
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(content_of(file), "");
    return outcome.err;
  };
  EXPECT_THAT(refusal({"--axis", "speed=1,2"}), HasSubstr("error: unknown axis \"speed\""));
  EXPECT_THAT(refusal({"--preset", "fastest"}), HasSubstr("error: unknown preset \"fastest\""));
  EXPECT_THAT(refusal({"--axis", "depth=1,2", "--nonsense"}), HasSubstr("error: unrecognized option '--nonsense'"));
  EXPECT_THAT(refusal({"--axis", "depth=1,2", "-f", "/nonexistent.sql"}), HasSubstr("/nonexistent.sql"));
  EXPECT_THAT(refusal({"--axis", "script=" + one + "," + ten, "-f", one}), HasSubstr("name their own scripts"));
  EXPECT_THAT(refusal({"--axis", "depth=1,2", "-f", one, "host=/nonexistent"}, false),
              HasSubstr("error: the run of \"depth 1\" ended with status 1"));
  EXPECT_THAT(refusal({"--embedded", "--axis", "server=a,b"}, false), HasSubstr("--embedded cannot be added"));
  const bench_outcome unwritable = compare({"--axis", "depth=1,2", "-f", one, "--json", "/nonexistent/file"});
  EXPECT_EQ(unwritable.status, 1);
  EXPECT_THAT(unwritable.err, HasSubstr("could not write \"/nonexistent/file\""));
}

class each_preset : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(presets, each_preset,
                         testing::Values("query_modes", "wasted_reads", "small_writes", "batch_updates",
                                         "tpcb_pipeline"),
                         [](const auto& each) { return each.param; });

TEST_P(each_preset, RunsOnAServerOfItsOwn) {
  std::string name = GetParam();
  name[name.find('_')] = '-';
  const std::string file = script_file("") + ".json";
  const bench_outcome outcome =
      compare({"--preset", name, "--short", "--rounds", "1", "-t", "5", "--json", file}, false);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(schema_errors("pgpipe-compare.schema.json", file), "");
  EXPECT_THAT(outcome.out, HasSubstr("Compared with "));
}

TEST(Series, AHundredInFlightSaveNearlyAHundredRoundTrips) {
  const std::string file = script_file("") + ".json";
  const bench_outcome outcome =
      compare({"--preset", "series", "--short", "--rounds", "1", "-t", "1", "--json", file}, false);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(schema_errors("pgpipe-compare.schema.json", file), "");
  const json result = json::parse(content_of(file));
  double best = 0;
  for (const json& each : result["cells"]) {
    if (each["ratio"].is_number()) best = std::max(best, each["ratio"].get<double>());
  }
  EXPECT_GT(best, 5);  // near 100 on a machine with time for it
}

}  // namespace
}  // namespace pgpipe::test
