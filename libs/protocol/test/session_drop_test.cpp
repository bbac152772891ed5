// What becomes of a session whose owner takes back what was not sent.
#include <vector>

#include <gtest/gtest.h>

#include "session_probe.hpp"

namespace pgpipe::protocol::testing {
namespace {

using tags = std::vector<std::uint64_t>;

tags drop(session_probe& probe) {
  tags dropped;
  probe->drop_unsent(dropped);
  return dropped;
}

TEST(SessionDropTest, OfAGroupThatWasNotSentNothingIsLeft) {
  session_probe probe;
  probe.push_statement(1);
  probe.push_statement(2);
  probe->sync(3);
  EXPECT_EQ(drop(probe), (tags{3, 2, 1}));
  EXPECT_EQ(probe.send_all(), "");
  EXPECT_EQ(probe->outstanding(), 0U);
  EXPECT_FALSE(probe->group_open());
  EXPECT_EQ(probe->current_state(), state::idle);
}

TEST(SessionDropTest, WhatWasSentStaysAndTheGroupsBehindItGo) {
  session_probe probe;
  probe.push_statement(1);
  probe->sync(2);
  probe.send_all();
  probe.push_statement(3);
  probe->sync(4);
  EXPECT_EQ(drop(probe), (tags{4, 3}));
  EXPECT_EQ(probe.send_all(), "");
  EXPECT_EQ(kinds_of(probe.events_of(bound + select_1 + ready())),
            (kinds{{event_kind::command_complete, 1}, {event_kind::ready_for_query, 2}}));
}

// Half a group must not commit.
TEST(SessionDropTest, AGroupThatWasSentInPartIsMadeToFailAndEnded) {
  session_probe probe;
  probe.push_statement(1);
  probe.send_all();
  probe.push_statement(2);
  probe->sync(3);
  EXPECT_EQ(drop(probe), (tags{3, 2}));
  const std::string sent = probe.send_all();
  EXPECT_EQ(sent.front(), 'E');
  EXPECT_EQ(sent.substr(sent.size() - 5), message('S'));
  EXPECT_EQ(
      kinds_of(probe.events_of(bound + select_1 + server_error("34000") + ready())),
      (kinds{{event_kind::command_complete, 1}, {event_kind::error_response, 0}, {event_kind::ready_for_query, 0}}));
  EXPECT_EQ(probe->outstanding(), 0U);
}

TEST(SessionDropTest, SoIsOneWhoseSentPartWasAnsweredOrSkipped) {
  for (const bool fails : {false, true}) {
    session_probe probe;
    probe.push_statement(1);
    probe->flush();
    probe.send_all();
    probe.events_of(fails ? server_error() : bound + select_1);
    probe.push_statement(2);
    EXPECT_EQ(drop(probe), (tags{2}));
    EXPECT_EQ(probe.send_all().front(), 'E');
    const auto events = probe.events_of((fails ? "" : server_error("34000")) + ready());
    EXPECT_EQ(events.back().kind, event_kind::ready_for_query);
    EXPECT_EQ(probe->outstanding(), 0U);
    EXPECT_EQ(probe->current_state(), state::idle);
  }
}

TEST(SessionDropTest, ARequestOfWhichOneByteHasLeftIsSentWhole) {
  session_probe probe;
  probe.push_statement(1);
  probe->sync(2);
  probe->commit_output(1);
  EXPECT_EQ(drop(probe), (tags{2}));
  EXPECT_FALSE(probe.send_all().empty());
  EXPECT_EQ(probe->outstanding(), 2U);
}

TEST(SessionDropTest, AnAnsweredGroupLeavesNothingOpen) {
  session_probe probe;
  probe.push_query(1);
  probe.send_all();
  probe.events_of(select_1 + ready());
  EXPECT_EQ(drop(probe), tags{});
  EXPECT_EQ(probe.send_all(), "");
  probe.push_query(2);
  EXPECT_EQ(drop(probe), (tags{2}));
  EXPECT_EQ(probe.send_all(), "");
}

}  // namespace
}  // namespace pgpipe::protocol::testing
