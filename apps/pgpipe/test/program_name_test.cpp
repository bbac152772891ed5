#include "bench/program_name.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

TEST(ProgramName, TheNamePgbenchIsKept) {
  for (const char* path : {"pgbench", "/usr/local/bin/pgbench", "./pgbench"}) {
    set_program_name(path);
    EXPECT_TRUE(is_called_pgbench());
    EXPECT_EQ(program_name(), "pgbench");
    EXPECT_EQ(command_name(), "pgbench");
  }
  for (const char* path : {"bench", "/opt/pgbench/pgpipe", "pgbench15", ""}) {
    set_program_name(path);
    EXPECT_FALSE(is_called_pgbench());
    EXPECT_EQ(program_name(), "pgpipe");
    EXPECT_EQ(command_name(), "pgpipe bench");
  }
}

}  // namespace
}  // namespace pgpipe::app::bench
