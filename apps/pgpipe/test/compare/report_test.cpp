#include "compare/report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compare/text_table.hpp"

namespace pgpipe::app::compare {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(TextTable, ColumnsAreAsWideAsTheirWidestCell) {
  EXPECT_EQ(format_table({{"name", "n", "text"}, {"a", "10", "short"}, {"longer", "1", "x"}}, true),
            "name     n  text\n"
            "a       10  short\n"
            "longer   1  x\n");
  EXPECT_EQ(format_table({{"a", "bb"}, {"ccc", "d"}}), "a    bb\nccc   d\n");
}

cells measure(const layout& what, double times) {
  cells measured;
  for (std::size_t row = 0; row != what.rows.size(); ++row) {
    std::vector<cell>& line = measured.emplace_back();
    for (const variant& column : what.columns) {
      cell& each = line.emplace_back();
      each.label = combine(what.rows[row], column).label;
      for (const double mood : {0.9, 1.0, 1.1}) {
        sample taken;
        taken.tps = 1000 * mood * (row == 0 ? 1 : times);
        taken.p50_ms = 1.5;
        taken.transactions = 100;
        taken.statements = 400;
        taken.user_s = mood < 1 ? 0.0015 : 0.00075;  // as ticks happen to meet it
        taken.system_s = 0.002 - *taken.user_s;
        taken.system_calls = 200;
        each.samples.push_back(taken);
        if (row != 0) each.ratio.add(1000 * mood, taken.tps);
      }
    }
  }
  return measured;
}

TEST(CompareReport, FailedTransactionsAreTold) {
  const layout what{
      .row_title = "script", .column_title = {}, .rows = {{.label = "sure"}, {.label = "frail"}}, .columns = {{}}};
  cells measured = measure(what, 2);
  EXPECT_THAT(format_report(what, measured), Not(HasSubstr("failed")));
  measured[1][0].samples[0].failed = 100;
  EXPECT_THAT(format_report(what, measured),
              HasSubstr("Of \"frail\" 25% of the transactions failed, which tps does not count.\n"));
  EXPECT_THAT(format_report(what, measured), Not(HasSubstr("Of \"sure\"")));
}

TEST(CompareReport, OneColumnIsOneTable) {
  const layout what{
      .row_title = "mode", .column_title = {}, .rows = {{.label = "slow"}, {.label = "fast"}}, .columns = {{}}};
  const std::string text = format_report(what, measure(what, 2));
  EXPECT_THAT(text, HasSubstr("mode    tps  statements/s"));
  EXPECT_THAT(text, HasSubstr("slow  1,000         4,000"));
  EXPECT_THAT(text, HasSubstr("fast  2,000         8,000"));
  EXPECT_THAT(text, HasSubstr("what the others are compared with"));
  EXPECT_THAT(text, HasSubstr("2.00x as fast (2.00x to 2.00x)"));
  EXPECT_THAT(text, HasSubstr("not available"));
  EXPECT_THAT(text, testing::ContainsRegex("slow +2\\.50 +2\\.50 "));  // us of CPU a statement, parted as in all rounds
  EXPECT_THAT(text, Not(HasSubstr("Ratio of tps")));
  EXPECT_EQ(format_summary(what, measure(what, 2)),
            "Compared with \"slow\", \"fast\" is: 2.00x as fast (2.00x to 2.00x).\n");
}

TEST(CompareReport, SeveralColumnsHaveATableOfRatios) {
  const layout what{.row_title = "mode",
                    .column_title = "rtt",
                    .rows = {{.label = "slow"}, {.label = "fast"}},
                    .columns = {{.label = "near"}, {.label = "far"}}};
  const std::string text = format_report(what, measure(what, 20));
  EXPECT_THAT(text, HasSubstr("Ratio of tps"));
  EXPECT_THAT(text, HasSubstr("20.0x (20.0x to 20.0x)"));
  EXPECT_THAT(text, HasSubstr("rtt: far\n"));
  EXPECT_THAT(format_summary(what, measure(what, 20)), HasSubstr("Compared with \"slow\" (near), \"fast\" is: 20.0x"));
}

}  // namespace
}  // namespace pgpipe::app::compare
