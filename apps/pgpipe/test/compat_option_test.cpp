#include "bench/compat_option.hpp"

#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

class CompatOption : public testing::Test {
 protected:
  tl::expected<compat_option, complaint> take(std::initializer_list<const char*> arguments) {
    texts_.assign(arguments.begin(), arguments.end());
    argv_.clear();
    for (std::string& text : texts_) argv_.push_back(text.data());
    argv_.push_back(nullptr);
    return take_compat_option(static_cast<int>(texts_.size()), argv_.data());
  }

  static std::string left(const compat_option& taken) {
    std::string all;
    for (const char* each : taken.arguments) all += each == nullptr ? "." : std::string(each) + " ";
    return all;
  }

 private:
  std::vector<std::string> texts_;
  std::vector<char*> argv_;
};

TEST_F(CompatOption, IsTakenAndTheLastOneWins) {
  const auto taken = take({"bench", "--compat=15", "-S", "--compat", "18", "x"});
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->version, 18);
  EXPECT_EQ(left(*taken), "bench -S x .");
}

TEST_F(CompatOption, OtherArgumentsStay) {
  const auto taken = take({"bench", "--co", "--compatible=15", "--", "--compat=16"});
  ASSERT_TRUE(taken);
  EXPECT_FALSE(taken->version);
  EXPECT_EQ(left(*taken), "bench --co --compatible=15 -- --compat=16 .");
}

TEST_F(CompatOption, MustBeAVersionThatThereIs) {
  for (const char* value : {"--compat=14", "--compat=20", "--compat=", "--compat=x", "--compat=15.2"}) {
    EXPECT_FALSE(take({"bench", value})) << value;
  }
  EXPECT_EQ(take({"bench", "--compat"}).error().message, "option '--compat' requires an argument");
}

}  // namespace
}  // namespace pgpipe::app::bench
