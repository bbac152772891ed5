#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "node.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using json = nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;

std::string result_of(const std::string& name, std::vector<std::string> arguments, const std::string& script) {
  const std::string file = new_file(name);
  arguments.insert(arguments.end(), {"-f", script_file(script), "--json", file});
  const bench_outcome ran = run_bench(arguments);
  EXPECT_EQ(ran.status, 0) << ran.err;
  return file;
}

std::string comparison(const std::string& name, std::vector<std::string> arguments) {
  const std::string file = new_file(name);
  arguments.insert(arguments.end(), {"--json", file, server_conninfo()});
  const bench_outcome ran = bench_process(arguments, "compare").wait(std::chrono::seconds(120));
  EXPECT_EQ(ran.status, 0) << ran.err;
  return file;
}

// What is wrong with the page of these results; empty when nothing is.
std::string wrong_with_page(std::vector<std::string> results) {
  const std::string page = new_file("report.html");
  std::vector<std::string> arguments = results;
  arguments.insert(arguments.end(), {"-o", page});
  const bench_outcome made = report(arguments);
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(made.out + made.err, "");
  results.insert(results.begin(), page);
  return node("check_page.mjs", results);
}

TEST(Page, ShowsOneRun) {
  EXPECT_EQ(wrong_with_page({result_of("one.json", {"-T", "2", "-c", "2"}, "select 1;\n")}), "");
}

// Rates, failures, several scripts, threads and clients; a comparison of two axes in which one driver tells little, and
// one of a single axis and a single round.
TEST(Page, ShowsRunsAndComparisonsSideBySide) {
  const std::string script = "\\set n random(0, 9)\nselect 1 / :n;\n";
  const std::string planned = result_of(
      "planned.json",
      {"-T", "3", "-R", "300", "-c", "3", "-j", "2", "--continue-on-error", "-f", script_file("select 2;\n") + "@3"},
      script);
  const std::string other = result_of("other.json", {"-T", "2", "-M", "prepared"}, "select 1;\n");
  const std::string one = script_file("select 1;\n");
  const std::string table = comparison("table.json", {"-f", one, "--axis", "mode=simple,extended,prepared", "--axis",
                                                      "clients=1,2", "--rounds", "2", "-t", "50"});
  const std::string once = comparison("once.json", {"-f", one, "--axis", "depth=1,2", "--rounds", "1", "-t", "20"});
  EXPECT_EQ(wrong_with_page({table, planned, once, other}), "");
}

TEST(Page, TellsWhatFailedInAComparison) {
  const std::string failing = script_file("select 1 / :client_id;\n");
  const std::string result =
      comparison("failing.json", {"--axis", "script=" + failing + "," + script_file("select 1;\n"),
                                  "--continue-on-error", "-c", "2", "--rounds", "2", "-t", "20"});
  EXPECT_EQ(json::parse(content_of(result))["cells"][0]["rounds"][1]["failed"], 20);
  EXPECT_EQ(wrong_with_page({result}), "");
}

TEST(Page, ShowsRunsInWhichNextToNothingHappened) {
  const std::string single = result_of("single.json", {"-t", "1"}, "select 1;\n");
  EXPECT_EQ(wrong_with_page({single}), "");
  const std::string failing = new_file("failing.json");
  const bench_outcome ran =
      run_bench({"-t", "1", "--continue-on-error", "-f", script_file("select 1 / 0;\n"), "--json", failing});
  ASSERT_EQ(ran.status, 0) << ran.err;
  const std::string page = new_file("report.html");
  ASSERT_EQ(report({failing, "-o", page}).status, 0);
  EXPECT_THAT(node("check_empty.mjs", {page}), "");
}

// Hours have more seconds than a call of JavaScript has arguments.
TEST(Page, ShowsALongRun) {
  json run = json::parse(content_of(result_of("long.json", {"-T", "2", "-R", "50"}, "select 1;\n")));
  const json second = run["series"][0];
  constexpr int seconds = 7200;
  run["series"] = json::array();
  for (int i = 1; i <= seconds; ++i) {
    run["series"].push_back(second);
    run["series"].back()["end_s"] = i;
  }
  run["totals"]["transactions"]["processed"] = second["processed"].get<int>() * seconds;
  const std::string file = new_file("long.json");
  write_file(file, run.dump());
  const std::string page = new_file("report.html");
  ASSERT_EQ(report({file, "-o", page}).status, 0);
  EXPECT_EQ(node("check_long.mjs", {page, std::to_string(seconds)}), "");
}

TEST(Page, AStallOfOneSecondShowsInThePercentilesAndInTheHeatMap) {
  const std::string file =
      result_of("stall.json", {"-T", "4", "-R", "200", "-c", "2", "--stall-at", "1500ms:1s"}, "select 1;\n");
  const std::string page = new_file("report.html");
  ASSERT_EQ(report({file, "-o", page}).status, 0);
  EXPECT_EQ(node("check_stall.mjs", {page}), "");
}

// Every text of the result that may be anything.
void replace_texts(json& value, const std::string& by) {
  if (value.is_string()) {
    value = by;
    return;
  }
  if (!value.is_structured()) return;
  for (auto& [key, each] : value.items()) {
    if (key != "hdr" && key != "format" && key != "query_mode") replace_texts(each, by);
  }
}

TEST(Page, TextsOfAResultAreNeverMarkup) {
  const std::string run = result_of("run.json", {"-t", "3"}, "select 1; -- </script>\n");
  const std::string compared = comparison(
      "compared.json", {"-f", script_file("select 1;\n"), "--axis", "depth=1,2", "--rounds", "1", "-t", "3"});
  for (const std::string payload :
       {"</script><script>window.pwned = 1</script><img src=x onerror='window.pwned = 1'>", "<!--<script>",
        "]]>'\"`${window.pwned = 1}{{version}}&lt;\\u003c/script>", "\u2028</title></style><svg onload=pwned=1>"}) {
    std::vector<std::string> arguments;
    for (const std::string& file : {run, compared}) {
      json value = json::parse(content_of(file));
      replace_texts(value, payload);
      value["settings"]["extra <b>name</b>"] = payload;
      arguments.push_back(new_file("<img src=x onerror=alert(1)>.json"));
      write_file(arguments.back(), value.dump());
    }
    const std::string page = new_file("report.html");
    arguments.insert(arguments.end(), {"-o", page});
    const bench_outcome made = report(arguments);
    ASSERT_EQ(made.status, 0) << made.err;
    EXPECT_EQ(node("check_markup.mjs", {page, payload}), "") << payload;
  }
}

TEST(Page, NamesNoOtherPlaceAndCarriesItsLicence) {
  const std::string page = new_file("report.html");
  ASSERT_EQ(report({result_of("run.json", {"-t", "3"}, "select 1;\n"), "-o", page}).status, 0);
  const std::string content = content_of(page);
  EXPECT_THAT(content, HasSubstr("The MIT License"));
  EXPECT_THAT(content, HasSubstr("Leon Sorokin"));
  EXPECT_THAT(content, Not(HasSubstr("src=\"")));
  EXPECT_THAT(content, Not(HasSubstr("@import")));
  EXPECT_THAT(content, Not(HasSubstr("<link rel=\"stylesheet\"")));
}

}  // namespace
}  // namespace pgpipe::test
