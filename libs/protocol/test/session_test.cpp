#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/protocol/session.hpp>

#include "session_probe.hpp"

namespace pgpipe::protocol {
namespace {

using namespace testing;

TEST(SessionTest, ReportsAGroupInOrder) {
  session_probe probe;
  probe.push_statement(1);
  probe.push_statement(2);
  probe->sync(3);
  probe.receive(bound + row("a") + command_complete("SELECT 1"));
  probe.receive(bound + command_complete("SELECT 0") + ready('T'));
  EXPECT_EQ(probe.events(),
            (std::vector<seen>{{event_kind::data_row, 1, false, false, 'I', row("a").substr(5)},
                               {event_kind::command_complete, 1, true, false, 'I', zero_ended("SELECT 1")},
                               {event_kind::command_complete, 2, true, false, 'I', zero_ended("SELECT 0")},
                               {event_kind::ready_for_query, 3, true, false, 'T', "T"}}));
  EXPECT_EQ(probe->outstanding(), 0U);
  EXPECT_EQ(probe->status(), transaction_status::in_transaction);
}

// Rows that stand behind one that was reported.
std::vector<std::string> rows_taken(session_probe& probe, std::size_t at_most) {
  std::vector<std::string> taken;
  probe->take_rows([&](std::span<const std::byte> body) {
    if (taken.size() == at_most) return false;
    taken.push_back(as_text(body));
    return true;
  });
  return taken;
}

TEST(SessionTest, GivesARunOfRowsAndLeavesWhatIsNotTakenToEvents) {
  session_probe probe;
  probe.push_statement(1);
  const std::string last = row("e");
  probe.receive(bound + row("a") + row("b") + row("c") + row("d") + last.substr(0, last.size() - 1));
  EXPECT_EQ(own(probe->next_event()).body, row("a").substr(5));
  EXPECT_EQ(rows_taken(probe, 2), (std::vector{row("b").substr(5), row("c").substr(5)}));
  EXPECT_EQ(rows_taken(probe, 0), std::vector<std::string>());
  EXPECT_EQ(own(probe->next_event()).body, row("d").substr(5));
  EXPECT_EQ(rows_taken(probe, 9), std::vector<std::string>());  // it has not arrived whole
  probe.receive(last.substr(last.size() - 1) + row("f") + command_complete("SELECT 6"));
  EXPECT_EQ(own(probe->next_event()).body, last.substr(5));
  EXPECT_EQ(rows_taken(probe, 9), std::vector{row("f").substr(5)});
  EXPECT_EQ(kinds_of(probe.events()), (kinds{{event_kind::command_complete, 1}}));
}

TEST(SessionTest, LeavesARowOfImpossibleLengthToEvents) {
  session_probe probe;
  probe.push_statement(1);
  probe.receive(bound + row("a") + from_hex("4400000003"));
  EXPECT_EQ(probe->next_event().kind, event_kind::data_row);
  EXPECT_EQ(rows_taken(probe, 9), std::vector<std::string>());
  const std::vector<seen> events = probe.events();
  EXPECT_TRUE(broke(probe, events));
}

TEST(SessionTest, SkipsTheRestOfAFailedGroupAndNoMore) {
  session_probe probe;
  probe.push_statement(1);
  probe.push_statement(2);
  probe->sync(3);
  probe.push_statement(4);
  probe->sync(5);
  probe.receive(server_error() + ready() + bound + command_complete("SELECT 0") + ready());
  const std::vector<seen> events = probe.events();
  EXPECT_EQ(kinds_of(events), (kinds{{event_kind::error_response, 1},
                                     {event_kind::skipped, 2},
                                     {event_kind::ready_for_query, 3},
                                     {event_kind::command_complete, 4},
                                     {event_kind::ready_for_query, 5}}));
  EXPECT_TRUE(events[2].group_failed);
  EXPECT_FALSE(events[4].group_failed);
}

TEST(SessionTest, SkipsWhatIsPushedAfterTheErrorWasSeen) {
  session_probe probe;
  probe.push_statement(1);
  EXPECT_EQ(kinds_of(probe.events_of(bound + server_error())), (kinds{{event_kind::error_response, 1}}));
  probe.push_statement(2);
  EXPECT_EQ(kinds_of(probe.events()), (kinds{{event_kind::skipped, 2}}));
  probe->sync(3);
  EXPECT_EQ(kinds_of(probe.events_of(ready())), (kinds{{event_kind::ready_for_query, 3}}));
  probe.push_statement(4);
  probe->sync(5);
  EXPECT_EQ(kinds_of(probe.events_of(bound + command_complete("SELECT 0") + ready())),
            (kinds{{event_kind::command_complete, 4}, {event_kind::ready_for_query, 5}}));
}

TEST(SessionTest, AQueryInsideAFailedGroupIsSkippedAsTheServerDoes) {
  session_probe probe;
  probe.push_statement(1);
  probe.push_query(2);
  probe->sync(3);
  EXPECT_EQ(kinds_of(probe.events_of(server_error() + ready())),
            (kinds{{event_kind::error_response, 1}, {event_kind::skipped, 2}, {event_kind::ready_for_query, 3}}));
}

TEST(SessionTest, AStatementMayCarryItsOwnSync) {
  session_probe probe;
  for (std::uint64_t tag = 1; tag <= 4; ++tag) probe->push(step_bind | step_execute | step_sync, tag);
  EXPECT_FALSE(probe->group_open());
  const std::vector<seen> events = probe.events_of(bound + command_complete("SELECT 0") + ready() + server_error() +
                                                   ready() + bound + server_error() + ready());
  EXPECT_EQ(kinds_of(events), (kinds{{event_kind::command_complete, 1},
                                     {event_kind::ready_for_query, 1},
                                     {event_kind::error_response, 2},
                                     {event_kind::ready_for_query, 2},
                                     {event_kind::error_response, 3},
                                     {event_kind::ready_for_query, 3}}));
  for (std::size_t i = 0; i != events.size(); ++i) EXPECT_EQ(events[i].finished, i % 2 == 1);
  EXPECT_EQ(probe->outstanding(), 1U);
}

TEST(SessionTest, ASkippedStatementStillHasItsOwnSyncAnswered) {
  session_probe probe;
  probe.push_statement(1);
  probe->push(step_bind | step_execute | step_sync, 2);
  const std::vector<seen> events = probe.events_of(server_error() + ready());
  EXPECT_EQ(kinds_of(events),
            (kinds{{event_kind::error_response, 1}, {event_kind::skipped, 2}, {event_kind::ready_for_query, 2}}));
  EXPECT_FALSE(events[1].finished);
  EXPECT_TRUE(events[2].finished);
}

TEST(SessionTest, TellsSentFromUnsentWhenTheConnectionEnds) {
  session_probe probe;
  probe.push_statement(1);
  probe->sync(2);
  probe.send_all();
  probe.push_statement(3);
  probe->sync(4);
  probe->commit_output(1);
  probe.push_statement(5);
  probe->end_of_input(error(error_category::closed, "gone"));
  EXPECT_EQ(kinds_of(probe.events()), (kinds{{event_kind::lost, 1},
                                             {event_kind::lost, 2},
                                             {event_kind::lost, 3},
                                             {event_kind::not_sent, 4},
                                             {event_kind::not_sent, 5},
                                             {event_kind::closed, 0}}));
}

TEST(SessionTest, WhatStandsBetweenRequestsDoesNotMakeTheNextOneSent) {
  session_probe probe;
  std::ignore = password_message(probe->output(), "start-up");
  probe.send_all();
  probe->started(transaction_status::idle);
  probe->push(step_bind | step_execute, 1);
  std::ignore = copy_data(probe->output(), {});
  copy_done(probe->output());
  probe->extend_last();
  probe->flush();
  probe.send_all();
  probe.push_statement(2);
  probe->end_of_input(error(error_category::closed, "gone"));
  EXPECT_EQ(kinds_of(probe.events()),
            (kinds{{event_kind::lost, 1}, {event_kind::not_sent, 2}, {event_kind::closed, 0}}));

  session_probe fresh;
  std::ignore = password_message(fresh->output(), "start-up");
  fresh.send_all();
  fresh->started(transaction_status::idle);
  fresh.push_statement(1);
  fresh->end_of_input(error(error_category::closed, "gone"));
  EXPECT_EQ(kinds_of(fresh.events()), (kinds{{event_kind::not_sent, 1}, {event_kind::closed, 0}}));
}

TEST(SessionTest, AGroupBehindAFailedOneIsLostNotSkippedWhenTheConnectionEnds) {
  session_probe probe;
  probe.push_statement(1);
  probe.push_statement(2);
  probe->sync(3);
  probe.push_statement(4);
  probe->sync(5);
  probe.send_all();
  probe.receive(server_error());
  probe->end_of_input(error(error_category::closed, "gone"));
  EXPECT_EQ(kinds_of(probe.events()), (kinds{{event_kind::error_response, 1},
                                             {event_kind::skipped, 2},
                                             {event_kind::lost, 3},
                                             {event_kind::lost, 4},
                                             {event_kind::lost, 5},
                                             {event_kind::closed, 0}}));
}

TEST(SessionTest, NothingIsReadBehindAFailure) {
  session_probe probe;
  probe.push_statement(1);
  EXPECT_EQ(kinds_of(probe.events_of(message('@', "abc"))),
            (kinds{{event_kind::not_sent, 1}, {event_kind::closed, 0}}));
  ASSERT_TRUE(probe->failure().has_value());
  EXPECT_EQ(probe->failure()->category(), error_category::protocol);
  EXPECT_EQ(kinds_of(probe.events_of(message('N', zero_ended("")) + ready())), (kinds{{event_kind::closed, 0}}));
}

TEST(SessionTest, APushBehindTheEndGetsItsFate) {
  session_probe probe;
  probe.push_statement(1);
  EXPECT_EQ(kinds_of(probe.events_of(server_error())), (kinds{{event_kind::error_response, 1}}));
  probe->end_of_input(error(error_category::closed, "gone"));
  EXPECT_EQ(kinds_of(probe.events()), (kinds{{event_kind::closed, 0}}));
  probe.push_statement(2);
  EXPECT_EQ(kinds_of(probe.events()), (kinds{{event_kind::not_sent, 2}, {event_kind::closed, 0}}));
  EXPECT_EQ(probe->failure()->text(), "gone");
}

TEST(SessionTest, ResetMakesItNew) {
  session_probe probe;
  probe.push_statement(1);
  probe.events_of(server_error() + "!");
  probe->reset();
  EXPECT_FALSE(probe->failure().has_value());
  EXPECT_FALSE(probe->group_open());
  EXPECT_EQ(probe->outstanding(), 0U);
  EXPECT_TRUE(probe->pending_output().empty());
  probe.push_statement(2);
  probe->sync(3);
  EXPECT_EQ(kinds_of(probe.events_of(bound + command_complete("SELECT 0") + ready('E'))),
            (kinds{{event_kind::command_complete, 2}, {event_kind::ready_for_query, 3}}));
  EXPECT_EQ(probe->status(), transaction_status::failed);
}

}  // namespace
}  // namespace pgpipe::protocol
