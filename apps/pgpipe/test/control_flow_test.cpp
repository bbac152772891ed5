#include "bench/control_flow.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

// One letter a command: i \if, l \elif, e \else, f \endif, s SQL, ( \startpipeline, ) \endpipeline.
script make_script(std::string_view letters) {
  script made;
  made.label = "s.sql";
  for (const char letter : letters) {
    command& added = made.commands.emplace_back();
    added.line = static_cast<std::uint32_t>(made.commands.size());
    switch (letter) {
      case 'i': added.kind = command_kind::if_; break;
      case 'l': added.kind = command_kind::elif; break;
      case 'e': added.kind = command_kind::else_; break;
      case 'f': added.kind = command_kind::endif; break;
      case '(': added.kind = command_kind::startpipeline; break;
      case ')': added.kind = command_kind::endpipeline; break;
      default: break;
    }
  }
  return made;
}

// The SQL commands that run, by place, when the conditions are met in turn as `truths` says.
std::vector<std::size_t> ran(std::string_view letters, const std::vector<bool>& truths) {
  script walked = make_script(letters);
  EXPECT_TRUE(link_commands(walked));
  std::vector<std::size_t> places;
  std::size_t conditions = 0;
  for (std::uint32_t place = 0; place < walked.commands.size();) {
    const command& here = walked.commands[place];
    const bool condition = here.kind == command_kind::if_ || here.kind == command_kind::elif;
    if (here.kind == command_kind::sql) places.push_back(place);
    place = condition && !truths.at(conditions++) ? here.jump : here.next;
  }
  EXPECT_EQ(conditions, truths.size());
  return places;
}

using places = std::vector<std::size_t>;

TEST(control_flow, one_branch) {
  EXPECT_EQ(ran("sisfs", {true}), (places{0, 2, 4}));
  EXPECT_EQ(ran("sisfs", {false}), (places{0, 4}));
}

TEST(control_flow, chain_runs_the_first_true_branch) {
  EXPECT_EQ(ran("islslsesfs", {true}), (places{1, 9}));
  EXPECT_EQ(ran("islslsesfs", {false, true}), (places{3, 9}));
  EXPECT_EQ(ran("islslsesfs", {false, false, true}), (places{5, 9}));
  EXPECT_EQ(ran("islslsesfs", {false, false, false}), (places{7, 9}));
}

TEST(control_flow, empty_branches) {
  EXPECT_EQ(ran("ilefs", {true}), places{4});
  EXPECT_EQ(ran("ilefs", {false, true}), places{4});
  EXPECT_EQ(ran("ilefs", {false, false}), places{4});
}

TEST(control_flow, nested_conditionals_of_a_false_branch_are_not_evaluated) {
  EXPECT_EQ(ran("iisesfesf", {false}), places{7});
  EXPECT_EQ(ran("iisesfesf", {true, true}), places{2});
  EXPECT_EQ(ran("iisesfesf", {true, false}), places{4});
}

TEST(control_flow, mismatches_are_refused) {
  const auto refusal = [](std::string_view letters) {
    script refused = make_script(letters);
    const auto linked = link_commands(refused);
    return linked ? "" : linked.error().text();
  };
  EXPECT_EQ(refusal("si"), "s.sql:2: \\if without matching \\endif");
  EXPECT_EQ(refusal("iif"), "s.sql:1: \\if without matching \\endif");
  EXPECT_EQ(refusal("sf"), "s.sql:2: \\endif without matching \\if");
  EXPECT_EQ(refusal("iff"), "s.sql:3: \\endif without matching \\if");
  EXPECT_EQ(refusal("l"), "s.sql:1: \\elif without matching \\if");
  EXPECT_EQ(refusal("e"), "s.sql:1: \\else without matching \\if");
  EXPECT_EQ(refusal("ielf"), "s.sql:3: \\elif after \\else");
  EXPECT_EQ(refusal("ieef"), "s.sql:3: \\else after \\else");
}

TEST(control_flow, pipelines_know_their_end) {
  script piped = make_script("s(ss)s(s");
  ASSERT_TRUE(link_commands(piped));
  EXPECT_EQ(piped.commands[1].jump, 4U);
  EXPECT_EQ(piped.commands[6].jump, 8U);
}

}  // namespace
}  // namespace pgpipe::app::bench
