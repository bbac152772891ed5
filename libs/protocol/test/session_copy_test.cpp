#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/protocol/session.hpp>

#include "session_probe.hpp"

// COPY inside groups, and COPY FROM STDIN that nobody has data for.
namespace pgpipe::protocol {
namespace {

using namespace testing;

const std::string copy_in = from_hex("4700000007000000");
const std::string copy_fail_no = message('f', zero_ended("no"));
const std::string sync_message = message('S');

TEST(SessionCopyTest, CopyInWithItsDataBeforeTheSync) {
  session_probe probe;
  probe->push(whole_statement, 1);
  std::ignore = copy_data(probe->output(), std::as_bytes(std::span("5\n", 2)));
  copy_done(probe->output());
  probe->extend_last();
  probe->sync(2);
  EXPECT_EQ(kinds_of(probe.events_of(parsed + bound + no_data + copy_in + command_complete("COPY 1") + ready())),
            (kinds{{event_kind::parse_complete, 1},
                   {event_kind::no_data, 1},
                   {event_kind::copy_in_response, 1},
                   {event_kind::command_complete, 1},
                   {event_kind::ready_for_query, 2}}));
  EXPECT_EQ(probe->outstanding(), 0U);
}

TEST(SessionCopyTest, CopyRefusedBeforeItBegan) {
  session_probe probe;
  probe->push(whole_statement, 1);
  probe->sync(2);
  probe->sync(3);
  EXPECT_EQ(kinds_of(probe.events_of(parsed + bound + no_data + server_error("42P01") + ready() + ready())),
            (kinds{{event_kind::parse_complete, 1},
                   {event_kind::no_data, 1},
                   {event_kind::error_response, 1},
                   {event_kind::ready_for_query, 2},
                   {event_kind::ready_for_query, 3}}));
}

TEST(SessionCopyTest, CopyInsideAGroup) {
  session_probe probe;
  for (std::uint64_t tag = 1; tag <= 4; ++tag) probe.push_statement(tag);
  probe->sync(5);
  EXPECT_EQ(
      kinds_of(probe.events_of(bound + command_complete("INSERT 0 1") + bound + copy_in + command_complete("COPY 2") +
                               bound + from_hex("4800000007000000") + message('d', "1\n") + message('d', "2\n") +
                               message('c') + command_complete("COPY 2") + bound + row("2") + select_1 + ready())),
      (kinds{{event_kind::command_complete, 1},
             {event_kind::copy_in_response, 2},
             {event_kind::command_complete, 2},
             {event_kind::copy_out_response, 3},
             {event_kind::copy_data, 3},
             {event_kind::copy_data, 3},
             {event_kind::copy_done, 3},
             {event_kind::command_complete, 3},
             {event_kind::data_row, 4},
             {event_kind::command_complete, 4},
             {event_kind::ready_for_query, 5}}));
}

TEST(SessionCopyTest, ABadRowInACopyFailsItAndSkipsTheRest) {
  session_probe probe;
  for (std::uint64_t tag = 1; tag <= 3; ++tag) probe.push_statement(tag);
  probe->sync(4);
  EXPECT_EQ(kinds_of(probe.events_of(bound + copy_in + server_error("22P02") + ready())),
            (kinds{{event_kind::copy_in_response, 1},
                   {event_kind::error_response, 1},
                   {event_kind::skipped, 2},
                   {event_kind::skipped, 3},
                   {event_kind::ready_for_query, 4}}));
}

// A COPY FROM STDIN that nobody declared: failed by the client, and the swallowed Syncs sent again.
TEST(SessionCopyTest, RefusingACopyOfASimpleQuery) {
  session_probe probe;
  probe.push_query(1);
  probe.send_all();
  EXPECT_EQ(kinds_of(probe.events_of(copy_in)), (kinds{{event_kind::copy_in_response, 1}}));
  probe->refuse_copy_in("no");
  EXPECT_EQ(probe.send_all(), copy_fail_no);
  EXPECT_EQ(kinds_of(probe.events_of(server_error("57014") + ready())),
            (kinds{{event_kind::error_response, 1}, {event_kind::ready_for_query, 1}}));
}

TEST(SessionCopyTest, RefusingACopyWhoseSyncsWereSent) {
  session_probe probe;
  probe.push_statement(1);
  probe->sync(2);
  probe->sync(3);
  probe.send_all();
  probe.events_of(bound + copy_in);
  probe->refuse_copy_in("no");
  EXPECT_EQ(probe.send_all(), copy_fail_no + sync_message + sync_message);
  EXPECT_EQ(
      kinds_of(probe.events_of(server_error("57014") + ready() + ready())),
      (kinds{{event_kind::error_response, 1}, {event_kind::ready_for_query, 2}, {event_kind::ready_for_query, 3}}));
}

TEST(SessionCopyTest, RefusingACopyThatCarriesItsOwnSync) {
  session_probe probe;
  probe->push(step_bind | step_execute | step_sync, 1);
  probe.events_of(bound + copy_in);
  probe->refuse_copy_in("no");
  EXPECT_EQ(probe.send_all(), copy_fail_no + sync_message);
  EXPECT_EQ(kinds_of(probe.events_of(server_error("57014") + ready())),
            (kinds{{event_kind::error_response, 1}, {event_kind::ready_for_query, 1}}));
}

TEST(SessionCopyTest, RefusingACopyWhoseSyncIsNotSentYet) {
  session_probe probe;
  probe.push_statement(1);
  probe->flush();
  probe.send_all();
  probe.events_of(bound + copy_in);
  probe->refuse_copy_in("no");
  EXPECT_EQ(probe.send_all(), copy_fail_no);
  EXPECT_EQ(kinds_of(probe.events_of(server_error("57014"))), (kinds{{event_kind::error_response, 1}}));
  probe->sync(2);
  EXPECT_EQ(probe.send_all(), sync_message);
  EXPECT_EQ(kinds_of(probe.events_of(ready())), (kinds{{event_kind::ready_for_query, 2}}));
}

TEST(SessionCopyTest, RefusingNoCopyDoesNothing) {
  session_probe probe;
  probe->refuse_copy_in("no");
  probe.push_statement(1);
  probe->sync(2);
  probe.send_all();
  probe->refuse_copy_in("no");
  probe.events_of(bound);
  probe->refuse_copy_in("no");
  EXPECT_EQ(probe.send_all(), "");
}

TEST(SessionCopyTest, ARefusalCannotBeMadeWrongByItsText) {
  session_probe probe;
  probe.push_query(1);
  probe.send_all();
  probe.events_of(copy_in);
  probe->refuse_copy_in(std::string_view("a\0b", 3));
  EXPECT_EQ(probe.send_all().front(), 'f');
}

}  // namespace
}  // namespace pgpipe::protocol
