#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>

#include "bench_process.hpp"
#include "embedded/private_cluster.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;
using testing::StartsWith;
namespace fs = std::filesystem;

// `pgpipe delay` between a folder of its own and the test server.
class DelayProgram : public testing::Test {
 protected:
  DelayProgram() {
    std::string name = (fs::temp_directory_path() / "pgpipe_delay_test.XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) folder = name;
  }
  ~DelayProgram() override { fs::remove_all(folder); }

  void begin(std::vector<std::string> arguments, const std::string& target = server_conninfo()) {
    arguments.insert(arguments.end(), {"--listen", folder, "--target", target});
    process.emplace(arguments, "delay");
    const auto until = std::chrono::steady_clock::now() + seconds(20);
    while (!listens() && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(milliseconds(2));
    ASSERT_TRUE(listens());
  }
  // The file alone does not say so: it stands there between bind() and listen().
  [[nodiscard]] bool listens() const {
    constexpr std::string_view accepts_connections = " 00010000 ";  // among the flags
    std::ifstream sockets("/proc/net/unix");
    for (std::string line; std::getline(sockets, line);) {
      if (line.ends_with(' ' + socket()) && line.find(accepts_connections) != std::string::npos) return true;
    }
    return false;
  }
  [[nodiscard]] std::string socket() const { return folder + "/.s.PGSQL.5432"; }
  // The later parameter wins.
  [[nodiscard]] std::string through() const { return server_conninfo() + " host=" + folder + " port=5432"; }
  [[nodiscard]] bench_outcome bench(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"-n", through()});
    return bench_process(arguments).wait();
  }

  std::string folder;
  std::optional<bench_process> process;
};

TEST_F(DelayProgram, BenchRunsOverIt) {
  begin({"--rtt", "20ms"});
  const bench_outcome outcome = bench({"-t", "5", "-c", "8", "-f", script_file("select 1;\n"), "--percentiles", "50"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.processed(), 40);
  const std::size_t at = outcome.out.find("p50 = ");
  ASSERT_NE(at, std::string::npos) << outcome.out;
  EXPECT_GE(std::stod(outcome.out.substr(at + 6)), 20.0);
}

TEST_F(DelayProgram, BenchSurvivesOneByteAtATimeInEachMode) {
  begin({"--segment", "1"});
  const std::string script = script_file("select i, repeat('x', 50) from generate_series(1, 50) i;\nselect 2;\n");
  for (const char* mode : {"simple", "extended", "prepared"}) {
    const bench_outcome outcome = bench({"-t", "20", "-c", "3", "-M", mode, "-f", script});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.processed(), 60);
  }
}

TEST_F(DelayProgram, BenchToldOfACutInsideAMessage) {
  begin({"--cut-after", "700"});
  const bench_outcome outcome = bench({"-t", "50", "-f", script_file("select repeat('x', 200);\n"), "-M", "prepared"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("client 0 script 0 aborted in command 0"));
  EXPECT_THAT(outcome.err, HasSubstr("Run was aborted; the above results are incomplete."));
  EXPECT_GT(outcome.processed(), 0);
}

TEST_F(DelayProgram, AStallLengthensTheLongestTransactionOnly) {
  begin({"--stall-at", "500ms:800ms"});
  const bench_outcome outcome = bench({"-T", "2", "-f", script_file("select 1;\n"), "--percentiles", "50,100"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::size_t median = outcome.out.find("p50 = ");
  const std::size_t longest = outcome.out.find("p100 = ");
  ASSERT_NE(longest, std::string::npos) << outcome.out;
  EXPECT_LT(std::stod(outcome.out.substr(median + 6)), 100.0);
  EXPECT_GE(std::stod(outcome.out.substr(longest + 7)), 400.0);
}

TEST_F(DelayProgram, ASignalEndsItAndNothingIsLeft) {
  begin({});
  EXPECT_EQ(ask("select 7", through()), "7");
  ::kill(process->pid(), SIGTERM);
  const bench_outcome ended = process->wait();
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, StartsWith("pgpipe delay: listening at " + socket() + ", leading to "));
  EXPECT_FALSE(fs::exists(socket()));
}

TEST_F(DelayProgram, MistakesAreOneMessageAndStatusOne) {
  const auto refusal = [](const std::vector<std::string>& arguments) {
    const bench_outcome outcome = bench_process(arguments, "delay").wait();
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  EXPECT_THAT(refusal({"--listen", folder, "--target", "host=/nonexistent port=1"}),
              StartsWith("pgpipe: error: could not reach \"/nonexistent\", port 1: "));
  EXPECT_FALSE(fs::exists(socket()));
  EXPECT_THAT(refusal({"--listen", "/nonexistent/x", "--target", server_conninfo()}),
              StartsWith("pgpipe: error: could not listen at \"/nonexistent/x\": "));
  EXPECT_THAT(refusal({"--listen", folder, "--target", server_conninfo(), "--rtt", "soon"}),
              StartsWith("pgpipe: error: invalid value \"soon\" for --rtt: expected a duration such as 35ms\n"));
  EXPECT_THAT(refusal({"--listen", folder, "--target", "host=a,b"}), HasSubstr("several hosts cannot be its target"));
}

}  // namespace
}  // namespace pgpipe::test
