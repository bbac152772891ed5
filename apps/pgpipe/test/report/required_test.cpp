#include "report/required.hpp"

#include <gtest/gtest.h>

namespace pgpipe::app::report {
namespace {

using json = nlohmann::ordered_json;

constexpr required_part wanted[] = {
    {"a.b", "n"}, {"list[].x", "t?"}, {"members.{}", "n"}, {"may", "o?"}, {"may.be", "b"}};

std::string missing(const char* text) { return missing_part(json::parse(text), wanted); }

TEST(Required, WhatIsThereIsNotMissed) {
  EXPECT_EQ(missing(R"({"a": {"b": 1.5}, "list": [{"x": "t"}, {"x": null}], "members": {"k": 1}, "may": null})"), "");
  EXPECT_EQ(missing(R"({"a": {"b": 1}, "list": [], "members": {}, "may": {"be": true}, "more": 1})"), "");
}

TEST(Required, WhatIsNotOrIsOfAnotherKindIsNamed) {
  EXPECT_EQ(missing("{}"), "a.b is missing or wrong");
  EXPECT_EQ(missing(R"({"a": {"b": "1"}})"), "a.b is missing or wrong");
  EXPECT_EQ(missing(R"({"a": {"b": 1}, "list": {"x": "t"}})"), "list[].x is missing or wrong");
  EXPECT_EQ(missing(R"({"a": {"b": 1}, "list": [{"x": "t"}, {}]})"), "list[].x is missing or wrong");
  EXPECT_EQ(missing(R"({"a": {"b": 1}, "list": [], "members": {"k": null}})"), "members.{} is missing or wrong");
  EXPECT_EQ(missing(R"({"a": {"b": 1}, "list": [], "members": {}, "may": {}})"), "may.be is missing or wrong");
  EXPECT_EQ(missing(R"({"a": {"b": null}, "list": [], "members": {}, "may": null})"), "a.b is missing or wrong");
}

TEST(Required, EveryCellOfATableIsThereOnce) {
  json table = {{"rows", {1, 2}}, {"columns", {1}}, {"cells", json::array()}};
  EXPECT_EQ(missing_cell(table), "row 0, column 0 is missing");
  table["cells"].push_back(
      {{"row", 0}, {"column", 0}, {"ratio", nullptr}, {"interval", nullptr}, {"verdict", nullptr}, {"rounds", {1}}});
  EXPECT_EQ(missing_cell(table), "row 1, column 0 is missing");
  table["cells"].push_back(
      {{"row", 1}, {"column", 0}, {"ratio", nullptr}, {"interval", nullptr}, {"verdict", nullptr}, {"rounds", {1}}});
  EXPECT_EQ(missing_cell(table), "row 1, column 0 has no ratio and verdict");
  table["cells"][1]["ratio"] = 2;
  table["cells"][1]["verdict"] = "faster";
  EXPECT_EQ(missing_cell(table), "");
  table["cells"][1]["interval"] = {1};
  EXPECT_EQ(missing_cell(table), "an interval has not two ends");
  table["cells"][1]["interval"] = {1, 2};
  table["cells"][1]["rounds"] = json::array();
  EXPECT_EQ(missing_cell(table), "row 1, column 0 has no rounds");
  table["cells"].push_back(table["cells"][0]);
  table["cells"][1]["rounds"] = {1};
  EXPECT_EQ(missing_cell(table), "there is a cell too many, of row 0, column 0");
  EXPECT_EQ(missing_cell({{"rows", json::array()}, {"columns", {1}}}), "rows and columns are missing");
}

}  // namespace
}  // namespace pgpipe::app::report
