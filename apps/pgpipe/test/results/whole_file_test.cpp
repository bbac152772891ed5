#include "results/whole_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(WholeFile, SaysAtOnceWhatCannotBeWritten) {
  const temporary_folder folder;
  EXPECT_EQ(whole_file::open((folder.path() / "no" / "file").string()).error().text(),
            "could not write \"" + (folder.path() / "no" / "file").string() + "\": No such file or directory");
  EXPECT_FALSE(whole_file::open(folder.path().string()));
}

}  // namespace
}  // namespace pgpipe::app
