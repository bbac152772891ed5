#include "results/whole_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "embedded/temporary_folder.hpp"

namespace pgpipe::app {
namespace {

TEST(WholeFile, AppearsWhenItIsComplete) {
  const temporary_folder folder;
  const std::filesystem::path path = folder.path() / "result";
  {
    auto file = whole_file::open(path.string());
    ASSERT_TRUE(file);
    EXPECT_FALSE(std::filesystem::exists(path));
    ASSERT_TRUE(file->commit("whole"));
  }
  EXPECT_EQ(content_of(path), "whole");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(WholeFile, WithoutCommitNothingChanges) {
  const temporary_folder folder;
  const std::filesystem::path path = folder.path() / "result";
  std::ofstream(path) << "old";
  {
    ASSERT_TRUE(whole_file::open(path.string()));
  }
  EXPECT_EQ(content_of(path), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(WholeFile, ALinkStaysALink) {
  const temporary_folder folder;
  const std::filesystem::path path = folder.path() / "result";
  const std::filesystem::path link = folder.path() / "link";
  std::ofstream(path) << "old";
  std::filesystem::create_symlink(path, link);
  ASSERT_TRUE(whole_file::open(link.string())->commit("new"));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(content_of(path), "new");
}

// As the superuser it could be replaced.
TEST(WholeFile, WhatIsNoFileIsWrittenTo) {
  const temporary_folder folder;
  const std::filesystem::path path = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_TRUE(whole_file::open(path.string())->commit("whole"));
  char got[10] = {};
  EXPECT_EQ(::read(reader, got, sizeof got), 5);
  EXPECT_STREQ(got, "whole");
  ::close(reader);
  EXPECT_TRUE(std::filesystem::is_fifo(path));
}

TEST(WholeFile, SaysAtOnceWhatCannotBeWritten) {
  const temporary_folder folder;
  EXPECT_EQ(whole_file::open((folder.path() / "no" / "file").string()).error().text(),
            "could not write \"" + (folder.path() / "no" / "file").string() + "\": No such file or directory");
  EXPECT_FALSE(whole_file::open(folder.path().string()));
}

}  // namespace
}  // namespace pgpipe::app
