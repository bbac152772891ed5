#include "embedded/cluster_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "embedded/temporary_folder.hpp"

namespace pgpipe::app {
namespace {

class cluster_folder_test : public testing::Test {
 protected:
  cluster_folder_test() { std::filesystem::create_directory(folder_.data()); }
  ~cluster_folder_test() override { folder_.remove(); }
  cluster_folder_test(const cluster_folder_test&) = delete;
  cluster_folder_test& operator=(const cluster_folder_test&) = delete;

  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_.data() / name) << text; }
  [[nodiscard]] std::string read(const std::string& name) const { return content_of(folder_.data() / name); }

  cluster_folder folder_ = *cluster_folder::make(std::nullopt);
};

TEST_F(cluster_folder_test, is_closed_to_others_and_goes_with_its_content) {
  struct stat status{};
  ASSERT_EQ(::stat(folder_.path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0700U);
  write("file", "text");
  folder_.remove();
  EXPECT_FALSE(std::filesystem::exists(folder_.path()));
}

TEST_F(cluster_folder_test, stands_in_tmpdir_unless_a_socket_s_path_would_be_too_long) {
  const temporary_folder base;
  ::setenv("TMPDIR", base.path().c_str(), 1);
  const auto inside = cluster_folder::make(std::nullopt);
  const std::string deep = base.path() / std::string(100, 'd');
  std::filesystem::create_directory(deep);
  ::setenv("TMPDIR", deep.c_str(), 1);
  const auto outside = cluster_folder::make(std::nullopt);
  ::unsetenv("TMPDIR");
  EXPECT_EQ(inside->path().parent_path(), base.path());
  EXPECT_EQ(outside->path().parent_path(), "/tmp");
  outside->remove();
}

TEST_F(cluster_folder_test, settings_stand_quoted_behind_the_defaults) {
  write("postgresql.conf", "# made by initdb");
  cluster_options options;
  options.settings = {{"fsync", "on"}, {"cluster_name", R"(a'b\c)"}};
  ASSERT_TRUE(folder_.configure(options, 5432));
  const std::string text = read("postgresql.conf");
  EXPECT_TRUE(text.starts_with("# made by initdb\nlisten_addresses = ''\nport = '5432'\n")) << text;
  EXPECT_TRUE(text.ends_with("fsync = 'off'\nfsync = 'on'\ncluster_name = 'a''b\\\\c'\n")) << text;
}

TEST_F(cluster_folder_test, rules_and_files_are_the_caller_s) {
  write("pg_hba.conf", "local all all peer\n# and much more\n");
  cluster_options options;
  options.hba_lines = {"local all all md5"};
  options.files = {{"server.key", "secret"}};
  ASSERT_TRUE(folder_.configure(options, 5432));
  EXPECT_EQ(read("pg_hba.conf"), "local all all md5\n");
  EXPECT_EQ(read("server.key"), "secret");
  struct stat status{};
  ASSERT_EQ(::stat((folder_.data() / "server.key").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0600U);
}

TEST_F(cluster_folder_test, an_unwritable_data_folder_is_an_error) {
  std::filesystem::remove_all(folder_.data());
  const auto outcome = folder_.configure({}, 5432);
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().category(), error_category::io);
}

TEST_F(cluster_folder_test, the_server_is_ready_when_its_pid_file_says_so) {
  EXPECT_FALSE(folder_.server_is_ready());
  const std::string start = "1\n/data\n2\n5432\n/tmp\n\n";
  write("postmaster.pid", start);
  EXPECT_FALSE(folder_.server_is_ready());
  write("postmaster.pid", start + "  4711 99999999\nstarting\n");
  EXPECT_FALSE(folder_.server_is_ready());
  write("postmaster.pid", start + "  4711 99999999\nready   \n");
  EXPECT_TRUE(folder_.server_is_ready());
}

}  // namespace
}  // namespace pgpipe::app
