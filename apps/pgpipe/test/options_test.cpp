#include "bench/options.hpp"

#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

using std::chrono::seconds;

// The command line of one call, and the environment without what would decide options.
class Options : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"PGBENCH_RANDOM_SEED", "PGDATABASE", "PGUSER"}) ::unsetenv(name);
  }

  static tl::expected<options, complaint> parse(std::initializer_list<const char*> arguments) {
    std::vector<std::string> texts = {"bench"};
    texts.insert(texts.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& text : texts) argv.push_back(text.data());
    argv.push_back(nullptr);
    return parse_options(static_cast<int>(texts.size()), argv.data());
  }

  static options accept(std::initializer_list<const char*> arguments) {
    const auto parsed = parse(arguments);
    EXPECT_TRUE(parsed) << parsed.error().message;
    return parsed ? *parsed : options{};
  }

  static std::string refuse(std::initializer_list<const char*> arguments) {
    const auto parsed = parse(arguments);
    EXPECT_FALSE(parsed) << "should have been refused";
    return parsed ? std::string() : parsed.error().message;
  }
};

TEST_F(Options, CompatDecidesWhatMinusDMeans) {
  EXPECT_EQ(accept({"-d", "x"}).connection.dbname, "x");
  EXPECT_TRUE(accept({}).behaviour.allows_extras());
  const options old = accept({"-d", "x", "--compat=16"});
  EXPECT_TRUE(old.debug);
  EXPECT_EQ(old.connection.dbname, "x");
  EXPECT_EQ(old.behaviour, compatibility(16));
  EXPECT_TRUE(accept({"--compat", "15", "-S", "-d"}).debug);
  EXPECT_EQ(accept({"--compat=17", "-d", "x"}).connection.dbname, "x");
}

TEST_F(Options, TheLoopIsChosenByName) {
  EXPECT_FALSE(accept({}).loop);
  EXPECT_EQ(accept({"--loop", "auto"}).loop, loop_kind::automatic);
  EXPECT_EQ(accept({"--loop=epoll"}).loop, loop_kind::epoll);
  EXPECT_EQ(accept({"--loop=io_uring"}).loop, loop_kind::io_uring);
  EXPECT_EQ(accept({"--loop=poll"}).loop, loop_kind::poll);
  EXPECT_EQ(refuse({"--loop=select"}), "invalid loop (--loop): \"select\", expected auto, epoll, io_uring or poll");
  EXPECT_EQ(refuse({"--compat=19", "--loop=epoll"}), "unrecognized option '--loop=epoll'");
  EXPECT_EQ(refuse({"-i", "--loop=epoll"}), "some of the specified options cannot be used in initialization (-i) mode");
}

TEST_F(Options, SpinningIsBounded) {
  EXPECT_EQ(accept({}).busy_poll.count(), 0);
  EXPECT_EQ(accept({"--busy-poll", "50"}).busy_poll.count(), 50);
  EXPECT_EQ(refuse({"--busy-poll=0"}), "--busy-poll must be in range 1..1000000");
  EXPECT_EQ(refuse({"--busy-poll=1000001"}), "--busy-poll must be in range 1..1000000");
  EXPECT_EQ(refuse({"--busy-poll=5ms"}), "invalid value \"5ms\" for option --busy-poll");
}

TEST_F(Options, DefaultsArePgbenchs) {
  const options defaults = accept({});
  EXPECT_EQ(defaults.action, action::run);
  ASSERT_EQ(defaults.scripts.size(), 1U);
  EXPECT_TRUE(defaults.scripts[0].is_builtin);
  EXPECT_EQ(defaults.scripts[0].name, "tpcb-like");
  EXPECT_EQ(defaults.clients, 1);
  EXPECT_EQ(defaults.threads, 1);
  EXPECT_EQ(defaults.transactions, 10);
  EXPECT_FALSE(defaults.duration);
  EXPECT_EQ(defaults.mode, query_mode::simple);
  EXPECT_TRUE(defaults.describe);
  EXPECT_EQ(defaults.log_prefix, "pgbench_log");
  EXPECT_TRUE(defaults.uses_builtin());
  EXPECT_NE(defaults.random_seed, 0U);
}

TEST_F(Options, EveryRunOption) {
  const options all = accept({"-c8",       "-j",
                              "2",         "-T",
                              "30",        "-M",
                              "prepared",  "-f",
                              "a@b.sql@3", "-b",
                              "select",    "-N",
                              "-S",        "-D",
                              "x=1",       "-D",
                              "y=a=b",     "-n",
                              "-v",        "-s",
                              "7",         "-P5",
                              "-r",        "-C",
                              "-h",        "host",
                              "-p",        "5433",
                              "-U",        "me",
                              "-d",        "base",
                              "-l",        "--log-prefix=/tmp/x",
                              "--debug",   "--no-describe"});
  EXPECT_EQ(all.clients, 8);
  EXPECT_EQ(all.threads, 2);
  EXPECT_EQ(all.duration, seconds(30));
  EXPECT_FALSE(all.transactions);
  EXPECT_EQ(all.mode, query_mode::prepared);
  ASSERT_EQ(all.scripts.size(), 4U);
  EXPECT_EQ(all.scripts[0].name, "a@b.sql");
  EXPECT_EQ(all.scripts[0].weight, 3);
  EXPECT_FALSE(all.scripts[0].is_builtin);
  EXPECT_EQ(all.scripts[1].name, "select-only");
  EXPECT_EQ(all.scripts[1].weight, 1);
  EXPECT_EQ(all.scripts[2].name, "simple-update");
  EXPECT_EQ(all.scripts[3].name, "select-only");
  ASSERT_EQ(all.variables.size(), 2U);
  EXPECT_EQ(all.variables[0], std::pair(std::string("x"), std::string("1")));
  EXPECT_EQ(all.variables[1], std::pair(std::string("y"), std::string("a=b")));
  EXPECT_TRUE(all.no_vacuum && all.vacuum_all && all.connect && all.report_per_command && all.log && all.debug);
  EXPECT_FALSE(all.describe);
  EXPECT_TRUE(all.scale_given);
  EXPECT_EQ(all.scale, 7);
  EXPECT_EQ(all.progress, seconds(5));
  EXPECT_EQ(all.log_prefix, "/tmp/x");
  EXPECT_EQ(all.connection.host, "host");
  EXPECT_EQ(all.connection.port, "5433");
  EXPECT_EQ(all.connection.user, "me");
  EXPECT_EQ(all.connection.dbname, "base");
}

TEST_F(Options, FailuresAndPace) {
  const options plain = accept({"-S"});
  EXPECT_EQ(plain.max_tries, 1U);
  EXPECT_FALSE(plain.rate || plain.latency_limit || plain.continue_on_error || plain.exit_on_abort);
  const options all = accept({"-R", "2.5e3x", "-L", "1.5", "--max-tries=3", "--failures-detailed", "--verbose-errors",
                              "--exit-on-abort", "--continue-on-error", "-P", "1", "--progress-timestamp"});
  EXPECT_EQ(all.rate, 2500);
  EXPECT_EQ(all.latency_limit, std::chrono::microseconds(1500));
  EXPECT_EQ(all.max_tries, 3U);
  EXPECT_TRUE(all.failures_detailed && all.verbose_errors && all.exit_on_abort && all.continue_on_error);
  EXPECT_TRUE(all.progress_timestamp);
  EXPECT_EQ(accept({"--rate=5", "--latency-limit=0.0001"}).latency_limit, std::nullopt) << "no whole microsecond";
  EXPECT_EQ(accept({"--max-tries=0", "-T", "1"}).max_tries, 0U);
  EXPECT_EQ(accept({"--max-tries=0", "-L", "1"}).max_tries, 0U);
}

TEST_F(Options, BadFailuresAndPace) {
  for (const char* rate : {"0", "-1", "x", "nan", "inf"}) {
    EXPECT_EQ(refuse({"-R", rate}), std::string("invalid rate limit: \"") + rate + "\"");
  }
  for (const char* limit : {"0", "-3", "x", "nan", "1e300"}) {
    EXPECT_EQ(refuse({"-L", limit}), std::string("invalid latency limit: \"") + limit + "\"");
  }
  EXPECT_EQ(refuse({"--max-tries=-1"}), "invalid number of maximum tries: \"-1\"");
  const std::string endless =
      "an unlimited number of transaction tries can only be used with --latency-limit or a duration (-T)";
  EXPECT_EQ(refuse({"--max-tries=0"}), endless);
  EXPECT_EQ(refuse({"--max-tries=0", "-L", "0.0001"}), endless);
  EXPECT_EQ(refuse({"--progress-timestamp"}), "--progress-timestamp is allowed only under --progress");
}

TEST_F(Options, NamesMayBeAbbreviatedAndStandAnywhere) {
  const options some = accept({"base", "--cli=4", "--rep", "--sel"});
  EXPECT_EQ(some.connection.dbname, "base");
  EXPECT_EQ(some.clients, 4);
  EXPECT_TRUE(some.report_per_command);
  EXPECT_EQ(some.scripts[0].name, "select-only");
  EXPECT_EQ(accept({"--", "-S"}).connection.dbname, "-S");
}

TEST_F(Options, PercentilesAreAList) {
  EXPECT_EQ(accept({"--percentiles", "50,99.9,100"}).percentiles, (std::vector<double>{50, 99.9, 100}));
  EXPECT_TRUE(accept({}).percentiles.empty());
  EXPECT_EQ(refuse({"--percentiles", "50,,99"}), "invalid percentile \"\" for option --percentiles");
  EXPECT_EQ(refuse({"--percentiles", "50x"}), "invalid percentile \"50x\" for option --percentiles");
  EXPECT_EQ(refuse({"--percentiles", "nan"}), "--percentiles must be above 0 and not above 100, unlike nan");
  EXPECT_EQ(refuse({"--percentiles", "0"}), "--percentiles must be above 0 and not above 100, unlike 0");
  EXPECT_EQ(refuse({"--percentiles", "1,2,3,4,5,6,7,8,9,10,11"}), "at most 10 percentiles are allowed");
  EXPECT_EQ(refuse({"-i", "--percentiles", "50"}),
            "some of the specified options cannot be used in initialization (-i) mode");
}

TEST_F(Options, LogsMayBeSampledOrAggregated) {
  EXPECT_EQ(accept({"-l", "--sampling-rate=0.25"}).sampling_rate, 0.25);
  EXPECT_EQ(accept({"-l", "--aggregate-interval=5", "-T", "20"}).aggregate_interval, seconds(5));
  EXPECT_FALSE(accept({"-l"}).sampling_rate);
  EXPECT_FALSE(accept({"-l"}).aggregate_interval);
  EXPECT_EQ(refuse({"-l", "--sampling-rate=1.01"}), "invalid sampling rate: \"1.01\"");
  EXPECT_EQ(refuse({"-l", "--sampling-rate=nan"}), "invalid sampling rate: \"nan\"");
}

TEST_F(Options, WarmUpAndThinkTime) {
  const options both = accept({"--warmup=3", "--think-time"});
  EXPECT_EQ(both.warm_up, seconds(3));
  EXPECT_TRUE(both.think_time);
  EXPECT_EQ(accept({}).warm_up, seconds(0));
  EXPECT_EQ(refuse({"--warmup=0"}), "--warmup must be in range 1..2147483647");
}

TEST_F(Options, NeverMoreThreadsThanClients) { EXPECT_EQ(accept({"-c", "3", "-j", "8"}).threads, 3); }

TEST_F(Options, DatabaseComesFromTheFirstThatNamesOne) {
  ::setenv("PGUSER", "from_user", 1);
  EXPECT_EQ(accept({"-U", "other"}).connection.dbname, "from_user");
  ::setenv("PGDATABASE", "from_database", 1);
  EXPECT_EQ(accept({}).connection.dbname, "from_database");
  EXPECT_EQ(accept({"positional"}).connection.dbname, "positional");
  EXPECT_EQ(accept({"-d", "option"}).connection.dbname, "option");
  EXPECT_EQ(refuse({"-d", "option", "positional"}), "too many command-line arguments (first is \"positional\")");
}

TEST_F(Options, InitializationTakesItsOwn) {
  const options init =
      accept({"-i", "-s", "10", "-I", "dtG pv", "-F", "90", "-q", "-n", "--foreign-keys", "--unlogged-tables", "base"});
  EXPECT_EQ(init.action, action::initialize);
  EXPECT_EQ(init.scale, 10);
  EXPECT_EQ(init.init.steps, "dtG p f");
  EXPECT_EQ(init.init.fillfactor, 90);
  EXPECT_TRUE(init.init.quiet && init.init.unlogged_tables);
  EXPECT_EQ(accept({"-i"}).init.steps, "dtgvp");
  EXPECT_EQ(accept({"-i", "-I", "dtfg", "--foreign-keys"}).init.steps, "dtfg");
}

TEST_F(Options, ActionsThatPrintAndEnd) {
  EXPECT_EQ(accept({"--help"}).action, action::help);
  EXPECT_EQ(accept({"-?", "--nonsense"}).action, action::help);
  EXPECT_EQ(accept({"-V"}).action, action::version);
  EXPECT_EQ(accept({"-b", "list", "--nonsense"}).action, action::list_builtins);
  const options shown = accept({"--show-script=select"});
  EXPECT_EQ(shown.action, action::show_script);
  EXPECT_EQ(shown.shown_script, "select-only");
  EXPECT_EQ(refuse({"-n", "-V"}), "invalid option -- 'V'");
  EXPECT_EQ(refuse({"-n", "--help"}), "unrecognized option '--help'");
}

TEST_F(Options, SeedIsEchoed) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(accept({"--random-seed=18446744073709551615"}).random_seed, 18446744073709551615U);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "pgpipe: setting random seed to 18446744073709551615\n");
  ::setenv("PGBENCH_RANDOM_SEED", "42", 1);
  testing::internal::CaptureStderr();
  EXPECT_EQ(accept({}).random_seed, 42U);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "pgpipe: setting random seed to 42\n");
  testing::internal::CaptureStderr();
  EXPECT_NE(accept({"--random-seed=rand"}).random_seed, 42U);
  EXPECT_NE(testing::internal::GetCapturedStderr(), "");
}

TEST_F(Options, BadSeedSaysWhereItCameFrom) {
  auto bad = parse({"--random-seed=12x"});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().message, "unrecognized random seed option \"12x\"");
  EXPECT_EQ(bad.error().detail, "Expecting an unsigned integer, \"time\" or \"rand\".");
  EXPECT_EQ(bad.error().context, "error while setting random seed from --random-seed option");
  ::setenv("PGBENCH_RANDOM_SEED", "", 1);
  bad = parse({});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().context, "error while setting random seed from PGBENCH_RANDOM_SEED environment variable");
}

TEST_F(Options, UnknownOptionsNameTheHelp) {
  const auto bad = parse({"-n", "--foo=3"});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().message, "unrecognized option '--foo=3'");
  EXPECT_EQ(bad.error().hint, "Try \"pgpipe bench --help\" for more information.");
  EXPECT_EQ(refuse({"--connect", "-nx"}), "invalid option -- 'x'");
  EXPECT_EQ(refuse({"-:"}), "invalid option -- ':'");
  EXPECT_EQ(refuse({"--po", "1", "--no"}), "option '--no' is ambiguous; possibilities: '--no-describe' '--no-vacuum'");
  EXPECT_EQ(refuse({"--init=3"}), "option '--init=3' is ambiguous; possibilities: '--init-steps' '--initialize'");
  EXPECT_EQ(refuse({"--initialize=3"}), "option '--initialize' doesn't allow an argument");
  EXPECT_EQ(refuse({"--cl"}), "option '--client' requires an argument");
  EXPECT_EQ(refuse({"-nc"}), "option requires an argument -- 'c'");
}

TEST_F(Options, BadNumbers) {
  EXPECT_EQ(refuse({"-c", "abc"}), "invalid value \"abc\" for option -c/--clients");
  EXPECT_EQ(refuse({"-c", "3x"}), "invalid value \"3x\" for option -c/--clients");
  EXPECT_EQ(refuse({"-c", ""}), "-c/--clients must be in range 1..2147483647");
  EXPECT_EQ(refuse({"-c", "99999999999999999999"}), "-c/--clients must be in range 1..2147483647");
  EXPECT_EQ(refuse({"-j", "0"}), "-j/--jobs must be in range 1..2147483647");
  EXPECT_EQ(refuse({"-t", "-5"}), "-t/--transactions must be in range 1..2147483647");
  EXPECT_EQ(refuse({"-T", "0"}), "-T/--time must be in range 1..2147483647");
  EXPECT_EQ(refuse({"-P", "0"}), "-P/--progress must be in range 1..2147483647");
  EXPECT_EQ(refuse({"-s", "0"}), "-s/--scale must be in range 1..2147483647");
  EXPECT_EQ(refuse({"-i", "-F", "9"}), "-F/--fillfactor must be in range 10..100");
  EXPECT_EQ(accept({"-c", " +3 "}).clients, 3);
}

TEST_F(Options, BadValues) {
  EXPECT_EQ(refuse({"-M", "foo"}), "invalid query mode (-M): \"foo\"");
  EXPECT_EQ(refuse({"-D", "x"}), "invalid variable definition: \"x\"");
  EXPECT_EQ(refuse({"-D", "=x"}), "invalid variable definition: \"=x\"");
  EXPECT_EQ(refuse({"-D", "x="}), "invalid variable definition: \"x=\"");
  EXPECT_EQ(refuse({"-f", "a@x"}), "invalid weight specification: @x");
  EXPECT_EQ(refuse({"-f", "a@"}), "invalid weight specification: @");
  EXPECT_EQ(refuse({"-f", "a@-1"}), "weight specification out of range (0 .. 2147483647): -1");
  EXPECT_EQ(refuse({"-f", "a@2147483648"}), "weight specification out of range (0 .. 2147483647): 2147483648");
  EXPECT_EQ(refuse({"-i", "-I", "dx"}), "unrecognized initialization step \"x\"");
  EXPECT_EQ(refuse({"-i", "-I", ""}), "no initialization steps specified");
}

TEST_F(Options, UnknownBuiltinsAreAnsweredWithTheList) {
  const std::string list =
      "Available builtin scripts:\n      tpcb-like: <builtin: TPC-B (sort of)>\n  simple-update: <builtin: simple "
      "update>\n    select-only: <builtin: select only>\n\n";
  EXPECT_EQ(refuse({"-b", "nope"}), "no builtin script found for name \"nope\"\n" + list);
  EXPECT_EQ(refuse({"-b", "s@3"}), "ambiguous builtin name: 2 builtin scripts found for prefix \"s\"\n" + list);
  EXPECT_EQ(refuse({"--show-script=x"}), "no builtin script found for name \"x\"\n" + list);
}

TEST_F(Options, BadCombinations) {
  EXPECT_EQ(refuse({"-t", "1", "-T", "1"}),
            "specify either a number of transactions (-t) or a duration (-T), not both");
  EXPECT_EQ(refuse({"-i", "-c", "2"}), "some of the specified options cannot be used in initialization (-i) mode");
  EXPECT_EQ(refuse({"-i", "-S"}), "some of the specified options cannot be used in initialization (-i) mode");
  EXPECT_EQ(refuse({"-q"}), "some of the specified options cannot be used in benchmarking mode");
  EXPECT_EQ(refuse({"--log-prefix=x"}),
            "log file prefix (--log-prefix) is allowed only when logging transactions (-l)");
  EXPECT_EQ(accept({"-S", "-b", "tpcb@0"}).scripts.size(), 2U);
  EXPECT_EQ(refuse({"-b", "select@0"}), "total script weight must not be zero");
  EXPECT_EQ(refuse({"--embedded", "-h", "x"}),
            "--embedded runs a server of its own: it cannot be used together with -h, -p or a database name");
}

TEST_F(Options, AtMost128Scripts) {
  std::vector<std::string> texts(130, "-S");
  texts[0] = "bench";
  std::vector<char*> argv;
  for (std::string& text : texts) argv.push_back(text.data());
  argv.push_back(nullptr);
  const auto bad = parse_options(130, argv.data());
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().message, "at most 128 SQL scripts are allowed");
  const auto good = parse_options(129, argv.data());
  ASSERT_TRUE(good);
  EXPECT_EQ(good->scripts.size(), 128U);
}

TEST_F(Options, ComplaintIsPrintedInPgbenchsManner) {
  testing::internal::CaptureStderr();
  print({.message = "what", .detail = "more", .hint = "help", .context = "while"});
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "pgpipe: error: what\npgpipe: detail: more\npgpipe: hint: help\npgpipe: error: while\n");
}

}  // namespace
}  // namespace pgpipe::app::bench
