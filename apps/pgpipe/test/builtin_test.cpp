#include "bench/builtin.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

TEST(builtin, found_by_name_or_unambiguous_beginning) {
  EXPECT_EQ(find_builtin("tpcb-like").value()->label, "<builtin: TPC-B (sort of)>");
  EXPECT_EQ(find_builtin("t").value()->name, "tpcb-like");
  EXPECT_EQ(find_builtin("si").value()->name, "simple-update");
  EXPECT_EQ(find_builtin("se").value()->name, "select-only");
}

TEST(builtin, refuses_what_names_none_or_several) {
  EXPECT_EQ(find_builtin("x").error().text(), "no builtin script found for name \"x\"");
  EXPECT_EQ(find_builtin("s").error().text(), "ambiguous builtin name: 2 builtin scripts found for prefix \"s\"");
  EXPECT_EQ(find_builtin("select-only-").error().text(), "no builtin script found for name \"select-only-\"");
}

TEST(builtin, list_names_them_all) {
  EXPECT_EQ(list_builtins(),
            "Available builtin scripts:\n"
            "      tpcb-like: <builtin: TPC-B (sort of)>\n"
            "  simple-update: <builtin: simple update>\n"
            "    select-only: <builtin: select only>\n\n");
}

}  // namespace
}  // namespace pgpipe::app::bench
