#include <array>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "support/server.hpp"

namespace pgpipe {
namespace {

// What the program prints, given a connection string; its exit status behind that.
std::string output_of(const std::string& program) {
  const std::string command = program + " '" + test::server_conninfo() + "' 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return "cannot start " + program;
  std::string output;
  std::array<char, 4096> part{};
  while (const std::size_t n = fread(part.data(), 1, part.size(), pipe)) output.append(part.data(), n);
  return output + "status " + std::to_string(pclose(pipe));
}

TEST(ExamplesTest, Basic) {
  EXPECT_EQ(output_of(PGPIPE_EXAMPLE_basic), "1 Dune\n2 Emma\n3 (no title)\n1 row renamed\nstatus 0");
}

TEST(ExamplesTest, Pipeline) {
  EXPECT_EQ(output_of(PGPIPE_EXAMPLE_pipeline),
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

TEST(ExamplesTest, Copy) {
  EXPECT_EQ(output_of(PGPIPE_EXAMPLE_copy),
            "1000 rows, 125125.0 in all\n400 item 400 100.00\n800 item 800 200.00\nstatus 0");
}

TEST(ExamplesTest, Pool) {
  EXPECT_EQ(output_of(PGPIPE_EXAMPLE_pool), "the sum of four squares is 30, by at most 2 connections\nstatus 0");
}

TEST(ExamplesTest, Streaming) {
  EXPECT_EQ(output_of(PGPIPE_EXAMPLE_streaming),
            "the sum of the numbers up to 100000 is 5000050000\n"
            "3\n6\nERROR: division by zero\n"
            "4 rows\n4 rows\n2 rows\nstatus 0");
}

}  // namespace
}  // namespace pgpipe
