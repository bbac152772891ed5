#include "bench/window.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/program.hpp"
#include "bench/script_loader.hpp"

namespace pgpipe::app::bench {
namespace {

using testing::HasSubstr;

result<program> arranged(std::string_view text, query_mode mode = query_mode::prepared) {
  static variable_names names;
  script_loader loader(mode, names);
  program made;
  auto loaded = loader.load_text(text, "s.sql");
  if (!loaded) return fail(loaded.error());
  made.scripts.push_back(*std::move(loaded));
  if (auto built = made.build_messages(mode, true); !built) return fail(built.error());
  if (auto done = arrange_window(made); !done) return fail(done.error());
  return made;
}

TEST(Window, SqlNoLongerWaitsAndTheEndDoes) {
  const auto made = arranged("\\set x 1\nselect :x;\n\\if :x\nselect 2;\n\\endif\n");
  ASSERT_TRUE(made) << made.error().text();
  const std::vector<command>& commands = made->scripts[0].commands;
  ASSERT_EQ(commands.size(), 6U);
  EXPECT_EQ(commands[0].kind, command_kind::set);
  EXPECT_EQ(commands[1].kind, command_kind::windowed_sql);
  EXPECT_EQ(commands[3].kind, command_kind::windowed_sql);
  EXPECT_EQ(commands[5].kind, command_kind::drain);
  EXPECT_EQ(commands[4].next, 5U);  // what led to the end leads to it
  EXPECT_EQ(commands[5].next, 6U);
}

TEST(Window, CommandsOfOneTextAreOneStatement) {
  const auto made = arranged("select 1;\nselect 2;\nselect 1;\nselect 1 ;\n");
  ASSERT_TRUE(made);
  const std::vector<command>& commands = made->scripts[0].commands;
  EXPECT_EQ(commands[2].statement, commands[0].statement);
  EXPECT_NE(commands[1].statement, commands[0].statement);
}

TEST(Window, WhatNeedsAnswersIsRefusedByName) {
  for (const char* text : {"select 1 \\gset\n", "select 1;\nselect 1 as x \\aset\n",
                           "\\startpipeline\nselect 1;\n"
                           "\\endpipeline\n",
                           "copy t from stdin;\n\\.\n", "\\shell true\n"}) {
    const auto refused = arranged(text);
    ASSERT_FALSE(refused) << text;
    EXPECT_EQ(refused.error().category(), error_category::usage);
    EXPECT_THAT(refused.error().text(), HasSubstr("--depth cannot run this command"));
    EXPECT_THAT(refused.error().text(), HasSubstr("s.sql:"));
  }
}

TEST(Window, AnAtomicScriptIsOnePipeline) {
  variable_names names;
  script_loader loader(query_mode::prepared, names);
  program made;
  made.scripts.push_back(loader.load_text("\\if 0\nselect 1;\n\\else\nselect 2;\n\\endif\nselect 3;\n", "s").value());
  const std::vector<command> before = made.scripts[0].commands;
  ASSERT_TRUE(arrange_pipeline(made));
  const std::vector<command>& after = made.scripts[0].commands;
  ASSERT_EQ(after.size(), before.size() + 2);
  EXPECT_EQ(after.front().kind, command_kind::startpipeline);
  EXPECT_EQ(after.front().jump, after.size() - 1);
  EXPECT_EQ(after.back().kind, command_kind::endpipeline);
  EXPECT_EQ(after.back().next, after.size());
  for (std::size_t i = 0; i != before.size(); ++i) {
    EXPECT_EQ(after[i + 1].kind, before[i].kind);
    EXPECT_EQ(after[i + 1].next, before[i].next + 1);
  }
  EXPECT_FALSE(arrange_pipeline(made));
}

}  // namespace
}  // namespace pgpipe::app::bench
