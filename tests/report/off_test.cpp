#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/assets.hpp"
#include "report/main.hpp"

// In the place of the executable's own: as in one that was built without the report.
std::string_view pgpipe::app::report::asset(std::string_view) { return {}; }

namespace pgpipe::test {
namespace {

TEST(ReportOff, SaysThatItWasBuiltWithoutIt) {
  char name[] = "report";
  char result[] = "result.json";
  char* arguments[] = {name, result, nullptr};
  testing::internal::CaptureStderr();
  EXPECT_EQ(app::report::main(2, arguments), 1);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::HasSubstr("built without reports (PGPIPE_REPORT=OFF)"));
}

}  // namespace
}  // namespace pgpipe::test
