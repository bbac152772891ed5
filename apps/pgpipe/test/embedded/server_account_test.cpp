#include "embedded/server_account.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pgpipe::app {
namespace {

TEST(server_account, root_steps_down_and_others_stay_who_they_are) {
  const auto found = server_account::find();
  ASSERT_TRUE(found) << found.error().text();
  EXPECT_EQ(found->has_value(), ::geteuid() == 0);
  if (!*found) return;
  EXPECT_NE((*found)->uid, 0U);
  const pid_t child = ::fork();
  if (child == 0) {
    const bool changed = (*found)->assume() && ::getuid() == (*found)->uid && ::getegid() == (*found)->gid;
    ::_exit(changed && ::setuid(0) != 0 ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace pgpipe::app
