#include <cstdlib>
#include <filesystem>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bench/option_table.hpp"
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

program_result pgpipe_15(command_line arguments) {
  arguments.insert(arguments.begin(), "--compat=15");
  return pgpipe(std::move(arguments));
}

// The program by the name pgbench, through a link.
program_result pgpipe_called_pgbench(command_line arguments) {
  char folder[] = "/tmp/pgpipe_name_XXXXXX";
  EXPECT_NE(::mkdtemp(folder), nullptr);
  const std::filesystem::path link = std::filesystem::path(folder) / "pgbench";
  std::filesystem::create_symlink(PGPIPE_EXECUTABLE, link);
  arguments.insert(arguments.begin(), link);
  program_result result = run_program(arguments, nowhere);
  std::filesystem::remove_all(folder);
  return result;
}

// A message without what differs by design: the program's name, and the tag that pgbench leaves out of getopt's own.
std::string essence(std::string text) {
  text = std::regex_replace(text, std::regex("pgpipe bench"), "pgbench");
  text = std::regex_replace(text, std::regex("pgpipe"), "pgbench");
  text = std::regex_replace(text, std::regex("/[^ \n]*/pgbench: "), "pgbench: ");
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
  const program_result ours = pgpipe_15(arguments);
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
      {"--dbname=x"},
      {"--exit-on-abort"},
      {"--embedded"},
      {"--no-desc"},
      {"--co", "-c", "0"},
      {"-d", "-c", "0"},
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
      {"-i", "--partitions=-1"},
      {"-i", "--partitions=3x"},
      {"-i", "--partition-method=hash"},
      {"-i", "--partition-method=lists", "--partitions=2"},
      {"--partitions=2"},
      {"--partition-method=hash"},
      {"--tablespace=x"},
      {"--index-tablespace=x"},
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
      {"-R", "0"},
      {"-R", "x"},
      {"--rate=-1"},
      {"-L", "0"},
      {"-L", "x"},
      {"--latency-limit=-0.5"},
      {"--max-tries=-1"},
      {"--max-tries=0"},
      {"--max-tries=x"},
      {"--max-tries=0", "-L", "0.0001"},
      {"--progress-timestamp"},
      {"-i", "-R", "5"},
      {"-i", "-L", "5"},
      {"-i", "--max-tries=2"},
      {"-i", "--failures-detailed"},
      {"-i", "--verbose-errors"},
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

// How options go together, in the order in which pgbench finds what is wrong.
TEST(BenchOptions, RefusedTogetherAsPgbenchRefuses) {
  const std::vector<command_line> refused = {
      {"--max-tries=0", "-t", "5"},
      {"-L", "-1"},
      {"-R", "-3"},
      {"--rate=x"},
      {"--sampling-rate=0", "-l"},
      {"--sampling-rate=1.1", "-l"},
      {"--sampling-rate=0.5", "-l", "--aggregate-interval=1"},
      {"--aggregate-interval=0", "-l"},
      {"--aggregate-interval=5", "-l", "-T", "3"},
      {"--aggregate-interval=2", "-l", "-T", "3"},
      {"-i", "--max-tries=3"},
      {"-i", "-R", "3"},
      {"-i", "-L", "3"},
      {"-i", "--aggregate-interval=5"},
      {"-i", "--progress-timestamp"},
      {"-i", "--random-seed=5"},
      {"--continue-on-error"},
      {"--percentiles=50"},
      {"--think-time"},
      {"--warmup=3"},
      {"-c", "5", "-j", "x", "-T", "0"},
      {"-T", "3", "-t", "3", "--max-tries=0", "--sampling-rate=0.5"},
  };
  for (const command_line& arguments : refused) compare(arguments);
}

TEST(BenchOptions, HelpListsPgbenchsOptions) {
  const auto listed = [](const std::string& text) {
    std::set<std::string> names;
    const std::regex option("\n  (?:-[^-], )?--([a-z-]+)");
    for (std::sregex_iterator each(text.begin(), text.end(), option), end; each != end; ++each)
      names.insert((*each)[1]);
    return names;
  };
  std::set<std::string> theirs = listed(pgbench({"--help"}).out);
  EXPECT_GT(theirs.size(), 40U);
  theirs.insert("compat");
  std::set<std::string> known = {"help", "version", "compat"};
  const app::bench::option_table table{app::bench::compatibility(15)};
  for (const ::option* each = table.long_options(); each->name != nullptr; ++each) known.insert(each->name);
  EXPECT_EQ(known, theirs);
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

TEST(BenchOptions, CompatIsReadWhereverItStands) {
  EXPECT_NE(pgpipe({"--compat=14"}).err.find("--compat must be in range 15..19\n"), std::string::npos);
  EXPECT_NE(pgpipe({"-S", "--compat"}).err.find("option '--compat' requires an argument\n"), std::string::npos);
  EXPECT_NE(pgpipe({"-c", "0", "--compat", "15"}).err.find("-c/--client must"), std::string::npos);
  EXPECT_NE(pgpipe({"-c", "0", "--compat", "16"}).err.find("-c/--clients must"), std::string::npos);
  EXPECT_NE(pgpipe({"--embedded", "--compat=19"}).err.find("unrecognized option '--embedded'"), std::string::npos);
}

TEST(BenchOptions, TheNamePgbenchIsKept) {
  EXPECT_EQ(pgpipe_called_pgbench({"-V"}).out.find("pgbench (PostgreSQL) 19 (pgpipe "), 0U);
  const std::string help = pgpipe_called_pgbench({"--help"}).out;
  EXPECT_EQ(help.find("pgbench is a benchmarking tool for PostgreSQL"), 0U) << help;
  EXPECT_EQ(help.find("--embedded"), std::string::npos);
  EXPECT_NE(help.find("--compat="), std::string::npos);
  EXPECT_EQ(pgpipe_called_pgbench({"--embedded"}).err,
            "pgbench: error: unrecognized option '--embedded'\npgbench: hint: Try \"pgbench --help\" for more "
            "information.\n");
  // Without a server to ask, a lone -d can only be that of versions 15 and 16.
  for (const command_line& arguments : {command_line{"-S"}, {"-S", "-d"}, {"-i"}, {"-i", "-d", "x"}}) {
    const program_result ours = pgpipe_called_pgbench(arguments);
    EXPECT_EQ(ours.status, 1);
    EXPECT_EQ(ours.out, "");
    EXPECT_NE(ours.err.find("\npgbench: error: could not create connection for "), std::string::npos) << ours.err;
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
