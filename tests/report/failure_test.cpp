#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "node.hpp"

namespace pgpipe::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
namespace fs = std::filesystem;

class Failure : public testing::Test {
 protected:
  static const std::string& run() {
    static const std::string file = [] {
      const std::string made = new_file("run.json");
      EXPECT_EQ(run_bench({"-t", "3", "-f", script_file("select 1;\n"), "--json", made}).status, 0);
      return made;
    }();
    return file;
  }

  // The only message, and nothing is left; a page that was there stays.
  static std::string refusal(const std::string& file) {
    const std::string page = new_file("report.html");
    write_file(page, "old");
    const bench_outcome outcome = report({run(), file, "-o", page});
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(content_of(page), "old");
    EXPECT_EQ(std::distance(fs::directory_iterator(fs::path(page).parent_path()), fs::directory_iterator()), 1);
    EXPECT_THAT(outcome.err, HasSubstr("\"" + file + "\""));
    EXPECT_EQ(outcome.err.find('\n'), outcome.err.size() - 1) << outcome.err;
    return outcome.err;
  }

  static std::string refusal_of(const std::string& content) {
    const std::string file = new_file("given.json");
    write_file(file, content);
    return refusal(file);
  }

  static json result() { return json::parse(content_of(run())); }
};

TEST_F(Failure, WhatIsNoResultIsNamed) {
  EXPECT_THAT(refusal("/nonexistent/r.json"), HasSubstr("could not read \"/nonexistent/r.json\": No such file"));
  EXPECT_THAT(refusal(fs::path(run()).parent_path().string()), HasSubstr("Is a directory"));
  EXPECT_THAT(refusal_of(""), HasSubstr("is empty"));
  EXPECT_THAT(refusal_of(" \n"), HasSubstr("is empty"));
  EXPECT_THAT(refusal_of("tps = 12"), HasSubstr("is not JSON"));
  EXPECT_THAT(refusal_of(content_of(run()).substr(0, 2000)), HasSubstr("is not JSON"));
  EXPECT_THAT(refusal_of(std::string(100'000, '[')), HasSubstr("is not JSON"));
  EXPECT_THAT(refusal_of(std::string("\0\xff\xfe", 3)), HasSubstr("is not JSON"));
  EXPECT_THAT(refusal_of("[1, 2]"), HasSubstr("is no result of pgpipe bench or pgpipe compare"));
  EXPECT_THAT(refusal_of("{\"format\": 3}"), HasSubstr("is no result of"));
}

TEST_F(Failure, AnotherSchemaVersionIsNamed) {
  json other = result();
  other["schema_version"] = 7;
  EXPECT_THAT(refusal_of(other.dump()), HasSubstr("is of schema version 7, where 1 is read"));
  other.erase("schema_version");
  EXPECT_THAT(refusal_of(other.dump()), HasSubstr("is of schema version null, where 1 is read"));
}

TEST_F(Failure, WhatIsMissingIsNamed) {
  json broken = result();
  broken["totals"]["latency"].erase("p99_ms");
  EXPECT_THAT(refusal_of(broken.dump()), HasSubstr("is not whole: totals.latency.p99_ms is missing or wrong"));
  broken = result();
  broken["series"][0]["hdr"] = 3;
  EXPECT_THAT(refusal_of(broken.dump()), HasSubstr("series[].hdr is missing or wrong"));
  broken = result();
  broken["scripts"] = "select 1";
  EXPECT_THAT(refusal_of(broken.dump()), HasSubstr("scripts is missing or wrong"));
  EXPECT_THAT(refusal_of("{\"format\": \"pgpipe-compare\", \"schema_version\": 1}"), HasSubstr("is not whole"));
}

TEST_F(Failure, WhatCannotBeWrittenIsNamed) {
  const bench_outcome nowhere = report({run(), "-o", "/nonexistent/report.html"});
  EXPECT_EQ(nowhere.status, 1);
  EXPECT_THAT(nowhere.err, HasSubstr("error: could not write \"/nonexistent/report.html\": No such file"));
  const std::string folder = fs::path(run()).parent_path().string();
  EXPECT_THAT(report({run(), "-o", folder}).err, HasSubstr("Is a directory"));
  EXPECT_THAT(report({run(), "-o", "/dev/full/x"}).err, HasSubstr("Not a directory"));
}

TEST_F(Failure, AReportNeverReplacesItsResult) {
  const std::string before = content_of(run());
  const std::string same = fs::path(run()).parent_path().string() + "/./run.json";
  const bench_outcome outcome = report({run(), "-o", same});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("the report would replace the result"));
  EXPECT_EQ(content_of(run()), before);
}

TEST_F(Failure, MistakesOnTheCommandLine) {
  EXPECT_THAT(report({}).err, HasSubstr("error: expected the result of a run"));
  EXPECT_THAT(report({run(), "-o"}).err, HasSubstr("error: option \"-o\" requires a value"));
  EXPECT_THAT(report({run(), "--colour"}).err, HasSubstr("error: unrecognized option \"--colour\""));
  EXPECT_EQ(report({run(), "--colour"}).status, 1);
  EXPECT_THAT(report({"--help"}).out, HasSubstr("pgpipe report RESULT.json"));
}

}  // namespace
}  // namespace pgpipe::test
