#include <array>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "support/server.hpp"

namespace pgpipe {
namespace {

// What the program prints, given a connection string; its exit status behind that.
std::string output_of_program(const std::string& name) {
  const std::string command = PGPIPE_EXAMPLES "/" + name + " '" + test::server_conninfo() + "' 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "cannot start " + name;
  std::string output;
  std::array<char, 4096> part{};
  while (const std::size_t n = fread(part.data(), 1, part.size(), pipe)) output.append(part.data(), n);
  return output + "status " + std::to_string(pclose(pipe));
}

std::string output_of(const std::string& example) { return output_of_program("example_" + example); }

TEST(ExamplesTest, Basic) {
  EXPECT_EQ(output_of("basic"), "1 Dune\n2 Emma\n3 (no title)\n1 row renamed\n3 Ulysses\nstatus 0");
}

TEST(ExamplesTest, Connecting) {
  EXPECT_EQ(output_of("connecting"),
            "no connection: category io\n"
            "the server is accepting connections\n"
            "client_encoding is UTF8\n"
            "alive: yes\n"
            "alive: no\n"
            "status 0");
}

TEST(ExamplesTest, Errors) {
  EXPECT_EQ(output_of("errors"),
            "INSERT 0 1\n"
            "unique_violation of member_name_key: duplicate key value violates unique constraint \"member_name_key\"\n"
            "column \"nickname\": NULL cannot be read as std::string; std::optional has a place for it\n"
            "column \"id\": a value of type int4 in text format cannot be read as bool\n"
            "the connection is open\n"
            "FATAL: terminating connection due to administrator command; fatal: yes, safe to retry: yes\n"
            "category closed, safe to retry: yes\n"
            "the connection is open\n"
            "status 0");
}

TEST(ExamplesTest, Transactions) {
  EXPECT_EQ(output_of("transactions"),
            "committed: ada 70 bob 30\n"
            "left without commit: ada 70 bob 30\n"
            "ERROR: new row for relation \"account\" violates check constraint \"account_balance_check\"\n"
            "the first part kept: ada 65 bob 35\n"
            "2 tries\n"
            "moved once: ada 66 bob 34\n"
            "status 0");
}

TEST(ExamplesTest, Pipeline) {
  EXPECT_EQ(output_of("pipeline"),
            "the sum of the first hundred squares is 338350\n"
            "atomic:\n"
            "  statement completed\n"
            "  statement failed: ERROR: division by zero\n"
            "  statement skipped: skipped because of an earlier error in its group\n"
            "  group     rolled back\n"
            "isolated:\n"
            "  statement completed\n"
            "  group     committed\n"
            "  statement failed: ERROR: division by zero\n"
            "  group     rolled back\n"
            "  statement completed\n"
            "  group     committed\n"
            "status 0");
}

TEST(ExamplesTest, Streaming) {
  EXPECT_EQ(output_of("streaming"),
            "the sum of the numbers up to 100000 is 5000050000\n"
            "3\n6\nERROR: division by zero\n"
            "4 rows\n4 rows\n2 rows\nstatus 0");
}

TEST(ExamplesTest, Copy) {
  EXPECT_EQ(output_of("copy"),
            "1000 rows, 125125.0 in all\n"
            "2 deleted, 2 loaded, 1000 there\n"
            "400 item 400 100.00\n800 item 800 200.00\nstatus 0");
}

TEST(ExamplesTest, Types) {
  EXPECT_EQ(output_of("types"),
            "2 News 12.50\n3 Later -\nNews\nLater\n"
            "9.90\n"
            "fuzzy dice, 1.99, supplier unknown\n"
            "ok, 1234 cents\n"
            "status 0");
}

TEST(ExamplesTest, Listen) {
  EXPECT_EQ(output_of("listen"),
            "orders: number 1, from the speaker\n"
            "orders: number 2, from the speaker\n"
            "orders: number 3, from the speaker\n"
            "orders: number 4, from the speaker\n"
            "heard no more\n"
            "status 0");
}

TEST(ExamplesTest, Deadlines) {
  EXPECT_EQ(output_of("deadlines"),
            "timeout: the deadline passed\n"
            "still there\n"
            "ERROR: canceling statement due to user request\n"
            "status 0");
}

TEST(ExamplesTest, StatementCache) { EXPECT_EQ(output_of("statement_cache"), "item 7\nitem 8\nitem 9\nstatus 0"); }

TEST(ExamplesTest, Pool) {
  EXPECT_EQ(output_of("pool"), "the sum of four squares is 30\n4 acquired, at most 2 opened: yes\nstatus 0");
}

#ifdef PGPIPE_WITH_ASIO
TEST(ExamplesTest, Coroutines) {
  EXPECT_EQ(output_of("coroutines"),
            "the sum of the first hundred squares is 338350\n"
            "ERROR: new row for relation \"account\" violates check constraint \"account_balance_check\"\n"
            "rolled back\n"
            "the sum over a hundred thousand rows is 333333333300000\n"
            "1000 rows were copied\n"
            "the deadline passed\n"
            "account 1 has 70\n"
            "account 2 has 30\n"
            "status 0");
}
#endif

// The same in both languages.
TEST(ExamplesTest, ComingFromLibpq) {
  const std::string output = output_of_program("from_libpq_to_pgpipe");
  EXPECT_EQ(output, output_of_program("from_libpq"));
  EXPECT_EQ(output,
            "2 Emma\n3 (no title)\n42\n23505 on book_title_key\n1 renamed\n50005000\n338350\n10 copied\n"
            "news: hello\n'it''s'\nstatus 0");
}

TEST(ExamplesTest, ComingFromLibpqxx) {
  const std::string output = output_of_program("from_libpqxx_to_pgpipe");
  EXPECT_EQ(output, output_of_program("from_libpqxx"));
  EXPECT_EQ(output,
            "ada 100 first\nbob 50 -\nunique violation 23505\n1 changed\nundone: 22012\n2 tries\n10 45\n385\n"
            "news: hello\n'it''s'\nstatus 0");
}

TEST(ExamplesTest, Poolers) {
  EXPECT_EQ(output_of("poolers"),
            "session: 89440\n"
            "transaction_unnamed: 89440\n"
            "pooler mode transaction_unnamed has no place for prepared statements\n"
            "simple: 89440\n"
            "8 characters\n"
            "parameter $1: a string constant cannot hold what is not valid UTF-8\n"
            "status 0");
}

TEST(ExamplesTest, Observer) {
  EXPECT_EQ(output_of("observer"),
            "connect db.system.name=\"postgresql\"\n"
            "acquire pgpipe.opened=\"true\" db.client.connection.count=\"1\"\n"
            "query db.query.text=\"CREATE TEMPORARY TABLE item (id int PRIMARY KEY, name text)\" "
            "db.response.returned_rows=\"0\"\n"
            "prepare db.query.text=\"INSERT INTO item VALUES ($1, $2)\"\n"
            "query pgpipe.statement=\"pgpipe_1\" db.response.returned_rows=\"1\"\n"
            "batch db.response.status_code=\"23505\" db.operation.batch.size=\"4\" db.response.returned_rows=\"5\" "
            "pgpipe.failed=\"1\"\n"
            "copy db.query.text=\"COPY item FROM STDIN\" pgpipe.rows=\"2\"\n"
            "batches have moved bytes and waited: yes\n"
            "acquire pgpipe.opened=\"false\" db.client.connection.count=\"1\"\n"
            "query db.query.text=\"SELECT 1 AS one\" db.response.returned_rows=\"1\"\n"
            "F\t23\tParse\t \"\" \"SELECT 1 AS one\" 0\n"
            "F\t14\tBind\t \"\" \"\" 0 0 1 0\n"
            "F\t6\tDescribe\t P \"\"\n"
            "F\t9\tExecute\t \"\" 0\n"
            "F\t4\tSync\n"
            "B\t4\tParseComplete\n"
            "B\t4\tBindComplete\n"
            "B\t28\tRowDescription\t 1 \"one\" 0 0 23 4 -1 0\n"
            "B\t11\tDataRow\t 1 1 '1'\n"
            "B\t13\tCommandComplete\t \"SELECT 1\"\n"
            "B\t5\tReadyForQuery\t I\n"
            "status 0");
}

}  // namespace
}  // namespace pgpipe
