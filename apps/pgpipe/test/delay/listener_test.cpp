#include "delay/listener.hpp"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "embedded/temporary_folder.hpp"

namespace pgpipe::app::delay {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Listener, FindsAFreePort) {
  for (const char* address : {"0", ":0", "127.0.0.1:0", "localhost:0"}) {
    const auto at = listener::open(address);
    ASSERT_TRUE(at) << at.error().text();
    EXPECT_NE(at->port(), 0);
    EXPECT_THAT(at->address(), testing::EndsWith(":" + std::to_string(at->port())));
  }
}

TEST(Listener, RefusesWhatIsNoAddress) {
  for (const char* address : {"", "nowhere", "127.0.0.1:", "127.0.0.1:99999", "127.0.0.1:1x", ":-1"}) {
    const auto at = listener::open(address);
    ASSERT_FALSE(at) << address;
    EXPECT_THAT(at.error().text(), StartsWith("invalid address"));
  }
  EXPECT_EQ(listener::open("/" + std::string(200, 'x')).error().category(), error_category::usage);
}

TEST(Listener, SaysWhyItCannotListen) {
  const auto first = listener::open("0");
  ASSERT_TRUE(first);
  const auto second = listener::open(first->address());
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().text(), HasSubstr("could not listen at \"" + first->address() + "\": "));
}

TEST(Listener, AUnixSocketsFileGoesWithIt) {
  const temporary_folder folder;
  const std::filesystem::path usual = folder.path() / ".s.PGSQL.5432";
  {
    const auto in_folder = listener::open(folder.path().string());
    ASSERT_TRUE(in_folder) << in_folder.error().text();
    EXPECT_EQ(in_folder->address(), usual.string());
    EXPECT_TRUE(std::filesystem::is_socket(usual));
    const auto by_name = listener::open((folder.path() / "own").string());
    ASSERT_TRUE(by_name);
    EXPECT_TRUE(std::filesystem::is_socket(folder.path() / "own"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace pgpipe::app::delay
