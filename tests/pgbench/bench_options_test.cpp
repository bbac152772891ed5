#include <memory>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "program.hpp"

namespace pgpipe::test {
namespace {

using command_line = std::vector<std::string>;

// Debian's pgbench stands in the path as a program that chooses a version.
constexpr const char* pgbench_path = "/usr/bin/pgbench";

// Nothing listens here: what would connect fails at once.
const std::vector<std::string> nowhere = {"PGHOST=/nonexistent", "PGDATABASE=nobody", "PGPORT=1"};

program_result pgbench(command_line arguments) {
  arguments.insert(arguments.begin(), pgbench_path);
  return run_program(arguments, nowhere);
}

program_result pgpipe(command_line arguments) {
  arguments.insert(arguments.begin(), {PGPIPE_EXECUTABLE, "bench"});
  return run_program(arguments, nowhere);
}

// A message without what differs by design: the program's name, and the tag that pgbench leaves out of getopt's own.
std::string essence(std::string text) {
  text = std::regex_replace(text, std::regex("pgpipe bench"), "pgbench");
  text = std::regex_replace(text, std::regex("pgpipe"), "pgbench");
  text = std::regex_replace(text, std::regex("/[^ \n]*/pgbench: "), "pgbench: ");
  text = std::regex_replace(text, std::regex("-c/--clients"), "-c/--client");  // since version 16
  return std::regex_replace(text, std::regex("pgbench: error: "), "pgbench: ");
}

std::string shown(const command_line& arguments) {
  std::string text;
  for (const std::string& argument : arguments) text += " " + argument;
  return text;
}

void compare(const command_line& arguments) {
  SCOPED_TRACE(shown(arguments));
  const program_result theirs = pgbench(arguments);
  const program_result ours = pgpipe(arguments);
  EXPECT_EQ(ours.status, theirs.status);
  EXPECT_EQ(ours.out, theirs.out);
  EXPECT_EQ(essence(ours.err), essence(theirs.err));
}

TEST(BenchOptions, RefusedAsPgbenchRefuses) {
  const std::vector<command_line> refused = {
      {"--foo"},
      {"-x"},
      {"--no-such=3"},
      {"--initialize=3"},
      {"-c"},
      {"--client"},
      {"-nc"},
      {"-S@3"},
      {"-n", "-V"},
      {"-c", "abc"},
      {"-c", "0"},
      {"-c", "-3"},
      {"-c", "3x"},
      {"-c", "99999999999999999999"},
      {"-c", ""},
      {"-j", "0"},
      {"-j", "x"},
      {"-t", "0"},
      {"-T", "0"},
      {"-T", "1.5"},
      {"-P", "0"},
      {"-s", "0"},
      {"-s", "1e3"},
      {"-t", "5", "-T", "5"},
      {"-M", "foo"},
      {"-M", ""},
      {"-D", "x"},
      {"-D", "=x"},
      {"-D", "x="},
      {"-i", "-c", "2"},
      {"-i", "-S"},
      {"-q"},
      {"-F", "50"},
      {"--foreign-keys"},
      {"--unlogged-tables"},
      {"-I", "d"},
      {"-i", "-I", "x"},
      {"-i", "-I", ""},
      {"-i", "-F", "9"},
      {"-i", "-F", "101"},
      {"-i", "-F", "x"},
      {"--log-prefix", "x"},
      {"--sampling-rate=0.5"},
      {"-l", "--sampling-rate=0"},
      {"-l", "--sampling-rate=x"},
      {"-l", "--sampling-rate="},
      {"-l", "--sampling-rate=0.1", "--aggregate-interval=1"},
      {"--sampling-rate=1", "--aggregate-interval=1"},
      {"--aggregate-interval=1"},
      {"--log-prefix=x", "--aggregate-interval=1"},
      {"-l", "--aggregate-interval=0"},
      {"-l", "--aggregate-interval=x"},
      {"-l", "--aggregate-interval=5", "-T", "3"},
      {"-l", "--aggregate-interval=2", "-T", "3"},
      {"-i", "--sampling-rate=0.5"},
      {"--random-seed=12x"},
      {"--random-seed="},
      {"a", "b"},
      {"a", "-S", "b", "c"},
      {"-f", "a@x"},
      {"-f", "a@"},
      {"-b", "se@-1"},
      {"-b", "se@99999999999"},
      {"-b", "select@0"},
      {"-f", "/nonexistent"},
      {"-b", "nope"},
      {"-b", "s"},
      {"--show-script=nope"},
      {"--show-script=s"},
  };
  for (const command_line& arguments : refused) compare(arguments);
}

TEST(BenchOptions, InformationGoesWherePgbenchsGoes) {
  for (const command_line& arguments : {command_line{"-b", "list"},
                                        {"--show-script=tpcb"},
                                        {"--show-script=simple"},
                                        {"--show-script", "select-only"},
                                        {"-S", "-b", "list"}}) {
    compare(arguments);
  }
}

TEST(BenchOptions, SeedFromTheEnvironmentIsEchoedToo) {
  const std::vector<std::string> seeded = {"PGHOST=/nonexistent", "PGDATABASE=x", "PGBENCH_RANDOM_SEED=7"};
  const program_result ours = run_program({PGPIPE_EXECUTABLE, "bench", "--random-seed=9"}, seeded);
  EXPECT_EQ(ours.status, 1);
  EXPECT_EQ(ours.err.find("pgpipe: setting random seed to 7\npgpipe: setting random seed to 9\n"), 0U) << ours.err;
}

TEST(BenchOptions, HelpAndVersionGoToTheStandardOutput) {
  for (const char* option : {"--help", "-?", "--version", "-V"}) {
    const program_result ours = pgpipe({option});
    EXPECT_EQ(ours.status, 0);
    EXPECT_EQ(ours.out.find("pgpipe bench "), 0U);
    EXPECT_EQ(ours.err, "");
  }
}

TEST(BenchOptions, NoServerMeansNoReport) {
  for (const command_line& arguments : {command_line{}, {"-S", "-c", "4", "-j", "2"}}) {
    const program_result ours = pgpipe(arguments);
    EXPECT_EQ(ours.status, 1);
    EXPECT_EQ(ours.out, "");
    EXPECT_NE(ours.err.find("/nonexistent/.s.PGSQL.1"), std::string::npos) << ours.err;
    EXPECT_NE(ours.err.find("\npgpipe: error: could not create connection for setup\n"), std::string::npos) << ours.err;
  }
}

}  // namespace
}  // namespace pgpipe::test
