#include "bench/open_files.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace pgpipe::app::bench {
namespace {

class OpenFiles : public testing::Test {
 protected:
  OpenFiles() { ::getrlimit(RLIMIT_NOFILE, &before_); }
  ~OpenFiles() override { ::setrlimit(RLIMIT_NOFILE, &before_); }

  void set_soft(rlim_t soft) const {
    const rlimit limit{soft, before_.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
  }
  static rlim_t soft() {
    rlimit now{};
    ::getrlimit(RLIMIT_NOFILE, &now);
    return now.rlim_cur;
  }
  [[nodiscard]] rlim_t hard() const { return before_.rlim_max; }

 private:
  rlimit before_{};
};

TEST_F(OpenFiles, ALimitThatIsHighEnoughStays) {
  set_soft(100);
  EXPECT_TRUE(allow_open_files(90, 7));
  EXPECT_EQ(soft(), 100U);
}

TEST_F(OpenFiles, ALimitThatIsTooLowIsRaised) {
  set_soft(100);
  EXPECT_TRUE(allow_open_files(90, 8));
  EXPECT_GE(soft(), 101U);
}

TEST_F(OpenFiles, TheHardLimitIsTold) {
  ASSERT_LT(hard(), rlim_t{1} << 30);
  const auto refused = allow_open_files(static_cast<int>(hard()) - 2);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "need at least " + std::to_string(hard() + 1) +
                                         " open files, but system limit is " + std::to_string(hard()));
  EXPECT_NE(refused.error().hint, "");
}

}  // namespace
}  // namespace pgpipe::app::bench
