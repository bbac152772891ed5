#include <memory>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "contest.hpp"

namespace pgpipe::test {
namespace {

class BenchInitialize : public contest {
 protected:
  // A database's schema, without what differs from dump to dump, and its rows as counts and sums of hashes.
  static std::string state(const std::string& database) {
    const program_result dumped = run_program({tool("pg_dump"), "--schema-only"}, environment(database));
    EXPECT_EQ(dumped.status, 0) << dumped.err;
    std::string all = std::regex_replace(dumped.out, std::regex("\\\\(un)?restrict .*"), "");
    for (const char* table : {"accounts", "branches", "history", "tellers"}) {
      const std::string name = std::string("pgbench_") + table;
      if (all.find("CREATE TABLE public." + name) == std::string::npos &&
          all.find("CREATE UNLOGGED TABLE public." + name) == std::string::npos) {
        continue;
      }
      all += name + ": " + sql(database, "select count(*), sum(hashtextextended(t::text, 0)) from " + name + " t");
    }
    return all;
  }

  // Messages with times masked.
  static std::string messages(const program_result& result) {
    return std::regex_replace(result.err, std::regex("[0-9]+\\.[0-9]{2} s"), "TIME s");
  }

  static void compare(const std::vector<std::string>& arguments) {
    const program_result theirs = pgbench(arguments);
    const program_result ours = pgpipe_15(arguments);
    EXPECT_EQ(theirs.status, 0) << theirs.err;
    EXPECT_EQ(ours.status, 0) << ours.err;
    EXPECT_EQ(ours.out, theirs.out);
    EXPECT_EQ(messages(ours), messages(theirs));
    EXPECT_EQ(state("by_pgpipe"), state("by_pgbench"));
  }
};

TEST_F(BenchInitialize, DefaultsMakeThePgbenchTables) {
  compare({"-i"});
  EXPECT_EQ(sql("by_pgpipe", "select count(*), min(aid), max(aid), max(bid), min(filler) = '' from pgbench_accounts"),
            "100000|1|100000|1|t\n");
}

TEST_F(BenchInitialize, ServerSideDataIsTheSame) { compare({"-i", "-s", "2", "-I", "dtGvp", "-q"}); }

TEST_F(BenchInitialize, EveryOption) {
  compare({"-i", "-s2", "-F", "70", "--unlogged-tables", "--foreign-keys", "-q", "-n"});
  EXPECT_EQ(sql("by_pgpipe", "select relpersistence, reloptions from pg_class where relname = 'pgbench_accounts'"),
            "u|{fillfactor=70}\n");
}

TEST_F(BenchInitialize, StepsRunInTheOrderGivenAndAgain) { compare({"--initialize", "--init-steps=dtpvg v fG"}); }

TEST_F(BenchInitialize, RowsAreFrozenByCopy) {
  compare({"-i", "-I", "dtg"});
  EXPECT_EQ(sql("by_pgpipe",
                "create extension if not exists pg_visibility;"
                "select all_visible, all_frozen from pg_visibility_map_summary('pgbench_accounts')"),
            sql("by_pgbench",
                "create extension if not exists pg_visibility;"
                "select all_visible, all_frozen from pg_visibility_map_summary('pgbench_accounts')"));
  for (const char* database : {"by_pgpipe", "by_pgbench"}) sql(database, "drop extension pg_visibility");
}

TEST_F(BenchInitialize, PartitionsOfBothKinds) {
  compare({"-i", "--partitions=3", "-s", "2"});
  compare({"-i", "--partitions=7", "--partition-method=HASH", "-F", "55", "-I", "dtGvpf"});
  compare({"-i", "--partitions=1", "--partition-method=range", "-q", "--unlogged-tables"});
  for (const auto& run : {pgbench({"-n", "-S"}), pgpipe_15({"-n", "-S"})}) {
    EXPECT_NE(run.out.find("scaling factor: 1\npartition method: range\npartitions: 1\nquery mode"), std::string::npos)
        << run.out;
  }
}

TEST_F(BenchInitialize, Tablespaces) {
  // In-place tablespaces need no folder of their own. pg_dump does not tell them apart by name only: it names them.
  const char* create = "set allow_in_place_tablespaces = on";
  for (const char* name : {"\"of tables\"", "of_indexes"}) {
    const program_result made = run_program(
        {tool("psql"), "-XqAt", "-c", create, "-c", std::string("create tablespace ") + name + " location ''"},
        environment("postgres"));
    ASSERT_EQ(made.status, 0) << made.err;
  }
  compare({"-i", "--tablespace=of tables", "--index-tablespace=of_indexes", "--foreign-keys"});
  compare({"-i", "--tablespace=of tables", "--partitions=2"});
  EXPECT_EQ(sql("by_pgpipe",
                "select count(*) from pg_class join pg_tablespace t on reltablespace = t.oid "
                "where relname like 'pgbench%' and spcname = 'of tables'"),
            "6\n");
  compare({"-i"});
}

TEST_F(BenchInitialize, WithoutCompatEveryTableIsCopied) {
  const program_result ours = pgpipe({"-i", "-s", "20", "-I", "dtg"});
  EXPECT_NE(ours.err.find("\n100000 of 2000000 tuples (5%) of pgbench_accounts done"), std::string::npos) << ours.err;
  compare({"-i"});
}

TEST_F(BenchInitialize, FailedStepEndsItAsWithPgbench) {
  const std::vector<std::string> command = {"-i", "-q", "-I", "dtpff"};
  const program_result theirs = pgbench(command);
  const program_result ours = pgpipe_15(command);
  EXPECT_EQ(theirs.status, 1);
  EXPECT_EQ(ours.status, 1);
  EXPECT_EQ(messages(ours), std::regex_replace(messages(theirs), std::regex("(^|\n)pgbench:"), "$1pgpipe:"));
  EXPECT_EQ(state("by_pgpipe"), state("by_pgbench"));
}

TEST_F(BenchInitialize, NoServerIsStatusOne) {
  const program_result ours = pgpipe({"-i", "-h", "/nonexistent"});
  EXPECT_EQ(ours.status, 1);
  EXPECT_EQ(ours.out, "");
  EXPECT_NE(ours.err.find("/nonexistent/.s.PGSQL."), std::string::npos) << ours.err;
  EXPECT_NE(ours.err.find("\npgpipe: error: could not create connection for initialization\n"), std::string::npos)
      << ours.err;
}

}  // namespace
}  // namespace pgpipe::test
