#include "embedded/server_binaries.hpp"

#include <gtest/gtest.h>

#include "embedded/temporary_folder.hpp"

namespace pgpipe::app {
namespace {

void make_server(const temporary_folder& in, const std::string& directory) {
  in.make_program(directory + "/initdb");
  in.make_program(directory + "/postgres");
}

TEST(server_binaries, the_newest_version_wins_by_number) {
  const temporary_folder root;
  for (const char* version : {"9.6", "13", "15"}) make_server(root, version + std::string("/bin"));
  root.make_program("17/bin/psql");  // a client alone is no server
  const auto found = find_server_binaries({std::nullopt, root.path(), ""});
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, root.path() / "15/bin");
}

TEST(server_binaries, the_path_is_looked_at_after_the_versions) {
  const temporary_folder root;
  root.make_program("one/initdb");
  make_server(root, "two");
  const std::string path = ":" + (root.path() / "one").native() + ":" + (root.path() / "two").native();
  const auto found = find_server_binaries({std::nullopt, root.path() / "missing", path});
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, root.path() / "two");
}

TEST(server_binaries, the_override_is_the_only_place) {
  const temporary_folder root;
  make_server(root, "15/bin");
  make_server(root, "mine");
  EXPECT_EQ(*find_server_binaries({(root.path() / "mine").native(), root.path(), ""}), root.path() / "mine");
  const auto wrong = find_server_binaries({"/nonexistent", root.path(), ""});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().category(), error_category::usage);
  EXPECT_NE(wrong.error().text().find("PGPIPE_PG_BINDIR is \"/nonexistent\""), std::string::npos);
}

TEST(server_binaries, names_the_package_when_there_are_none) {
  const temporary_folder root;
  const auto none = find_server_binaries({std::nullopt, root.path(), ""});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().category(), error_category::usage);
  EXPECT_NE(none.error().text().find("install the package \"postgresql\""), std::string::npos);
}

}  // namespace
}  // namespace pgpipe::app
