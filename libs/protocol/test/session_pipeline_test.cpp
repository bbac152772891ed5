#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/protocol/session.hpp>

#include "session_probe.hpp"

// What pipelines meet when statements fail, warn or return nothing.
namespace pgpipe::protocol {
namespace {

using namespace testing;

TEST(SessionPipelineTest, ErrorInTheMiddle) {
  session_probe probe;
  for (std::uint64_t tag = 1; tag <= 3; ++tag) probe->push(whole_statement, tag);
  probe->sync(4);
  EXPECT_EQ(kinds_of(probe.events_of(answered + parsed + server_error("22012") + ready())),
            (kinds{{event_kind::parse_complete, 1},
                   {event_kind::row_description, 1},
                   {event_kind::data_row, 1},
                   {event_kind::command_complete, 1},
                   {event_kind::parse_complete, 2},
                   {event_kind::error_response, 2},
                   {event_kind::skipped, 3},
                   {event_kind::ready_for_query, 4}}));
}

TEST(SessionPipelineTest, SendingMoreAfterTheErrorWasRead) {
  session_probe probe;
  probe.push_statement(1);
  probe->flush();
  EXPECT_EQ(kinds_of(probe.events_of(server_error())), (kinds{{event_kind::error_response, 1}}));
  probe.push_statement(2);
  probe->sync(3);
  probe.push_statement(4);
  probe->sync(5);
  EXPECT_EQ(kinds_of(probe.events()), (kinds{{event_kind::skipped, 2}}));
  EXPECT_EQ(
      kinds_of(probe.events_of(ready() + bound + select_1 + ready())),
      (kinds{{event_kind::ready_for_query, 3}, {event_kind::command_complete, 4}, {event_kind::ready_for_query, 5}}));
}

TEST(SessionPipelineTest, ErrorReportedOnlyWhenTheSyncRuns) {
  session_probe probe;
  probe->push(whole_statement, 1);
  probe->sync(2);
  probe->push(whole_statement, 3);
  probe->sync(4);
  const std::vector<seen> events = probe.events_of(parsed + bound + no_data + command_complete("INSERT 0 1") +
                                                   server_error("23505") + ready() + answered + ready());
  EXPECT_EQ(kinds_of(events), (kinds{{event_kind::parse_complete, 1},
                                     {event_kind::no_data, 1},
                                     {event_kind::command_complete, 1},
                                     {event_kind::error_response, 2},
                                     {event_kind::ready_for_query, 2},
                                     {event_kind::parse_complete, 3},
                                     {event_kind::row_description, 3},
                                     {event_kind::data_row, 3},
                                     {event_kind::command_complete, 3},
                                     {event_kind::ready_for_query, 4}}));
  EXPECT_TRUE(events[4].group_failed) << "the insert was rolled back";
  EXPECT_FALSE(events[9].group_failed);
}

TEST(SessionPipelineTest, BareSyncs) {
  session_probe probe;
  for (std::uint64_t tag = 1; tag <= 3; ++tag) probe->sync(tag);
  EXPECT_EQ(probe.send_all(), from_hex("530000000453000000045300000004"));
  EXPECT_EQ(
      kinds_of(probe.events_of(ready() + ready() + ready())),
      (kinds{{event_kind::ready_for_query, 1}, {event_kind::ready_for_query, 2}, {event_kind::ready_for_query, 3}}));
}

TEST(SessionPipelineTest, AnErrorSkipsOnlyToTheNextSync) {
  session_probe probe;
  probe->push(whole_statement, 1);
  probe->push(whole_statement, 2);
  probe->sync(3);
  probe->push(whole_statement, 4, skip_rows | skip_descriptions);
  probe->sync(5);
  EXPECT_EQ(kinds_of(probe.events_of(parsed + server_error("22012") + ready() + answered + ready())),
            (kinds{{event_kind::parse_complete, 1},
                   {event_kind::error_response, 1},
                   {event_kind::skipped, 2},
                   {event_kind::ready_for_query, 3},
                   {event_kind::parse_complete, 4},
                   {event_kind::command_complete, 4},
                   {event_kind::ready_for_query, 5}}));
}

TEST(SessionPipelineTest, RowsOfAFailedStatementStayWithIt) {
  session_probe probe;
  probe.push_statement(1);
  probe->sync(2);
  probe.push_statement(3);
  probe->sync(4);
  const std::vector<seen> events =
      probe.events_of(bound + row("a") + row("b") + server_error("22012") + ready() + bound + row("1") + row("2") +
                      command_complete("SELECT 2") + ready());
  EXPECT_EQ(kinds_of(events), (kinds{{event_kind::data_row, 1},
                                     {event_kind::data_row, 1},
                                     {event_kind::error_response, 1},
                                     {event_kind::ready_for_query, 2},
                                     {event_kind::data_row, 3},
                                     {event_kind::data_row, 3},
                                     {event_kind::command_complete, 3},
                                     {event_kind::ready_for_query, 4}}));
  EXPECT_EQ(events[4].body, row("1").substr(5));
}

TEST(SessionPipelineTest, AnErrorComesWithoutFlushOrSync) {
  session_probe probe;
  probe->push(whole_statement, 1);
  EXPECT_EQ(kinds_of(probe.events_of(parsed + server_error("22012"))),
            (kinds{{event_kind::parse_complete, 1}, {event_kind::error_response, 1}}));
  EXPECT_TRUE(probe->group_open());
  EXPECT_TRUE(broke(probe, probe.events_of(ready()))) << "no Sync was asked";
}

TEST(SessionPipelineTest, EmptyQueries) {
  session_probe probe;
  probe->push(whole_statement, 1);
  probe->sync(2);
  probe.push_query(3);
  probe.push_query(4);
  const std::string empty = message('I');
  const std::vector<seen> events =
      probe.events_of(parsed + bound + no_data + empty + ready() + empty + ready() + empty + ready());
  EXPECT_EQ(kinds_of(events), (kinds{{event_kind::parse_complete, 1},
                                     {event_kind::no_data, 1},
                                     {event_kind::empty_query_response, 1},
                                     {event_kind::ready_for_query, 2},
                                     {event_kind::empty_query_response, 3},
                                     {event_kind::ready_for_query, 3},
                                     {event_kind::empty_query_response, 4},
                                     {event_kind::ready_for_query, 4}}));
  EXPECT_TRUE(events[2].finished);
  EXPECT_FALSE(events[4].finished);
}

TEST(SessionPipelineTest, APortalSuspendedIsContinuedByAnotherExecute) {
  session_probe probe;
  probe->push(step_bind | step_execute, 1);
  probe->push(step_execute, 2);
  probe->push(step_execute, 3);
  probe->sync(4);
  EXPECT_EQ(kinds_of(probe.events_of(bound + one_value + one_value + message('s') + one_value +
                                     command_complete("SELECT 1") + command_complete("SELECT 0") + ready())),
            (kinds{{event_kind::data_row, 1},
                   {event_kind::data_row, 1},
                   {event_kind::portal_suspended, 1},
                   {event_kind::data_row, 2},
                   {event_kind::command_complete, 2},
                   {event_kind::command_complete, 3},
                   {event_kind::ready_for_query, 4}}));
}

// A failed block outlives the Sync: the status says so, and the next group's statement fails by itself.
TEST(SessionPipelineTest, AFailedBlockOutlivesTheSync) {
  session_probe probe;
  for (std::uint64_t tag = 1; tag <= 2; ++tag) probe->push(whole_statement, tag, skip_descriptions);
  probe->sync(3);
  probe->push(whole_statement, 4);
  probe->sync(5);
  const std::vector<seen> events =
      probe.events_of(parsed + bound + no_data + command_complete("BEGIN") + parsed + server_error("22012") +
                      ready('E') + server_error("25P02") + ready('E'));
  EXPECT_EQ(kinds_of(events), (kinds{{event_kind::parse_complete, 1},
                                     {event_kind::command_complete, 1},
                                     {event_kind::parse_complete, 2},
                                     {event_kind::error_response, 2},
                                     {event_kind::ready_for_query, 3},
                                     {event_kind::error_response, 4},
                                     {event_kind::ready_for_query, 5}}));
  EXPECT_EQ(events[4].status, 'E');
  EXPECT_EQ(probe->status(), transaction_status::failed);
}

// SET LOCAL outside a block warns and goes on; LOCK TABLE there fails.
TEST(SessionPipelineTest, AWarningDoesNotEndAStatementAndAnErrorDoes) {
  session_probe probe;
  for (std::uint64_t tag = 1; tag <= 2; ++tag) probe->push(whole_statement, tag, skip_descriptions);
  probe->sync(3);
  const std::vector<seen> events =
      probe.events_of(parsed + bound + no_data + message('N', std::string(1, '\0')) + command_complete("SET") + parsed +
                      bound + no_data + server_error("25P01") + ready());
  EXPECT_EQ(kinds_of(events), (kinds{{event_kind::parse_complete, 1},
                                     {event_kind::notice_response, 0},
                                     {event_kind::command_complete, 1},
                                     {event_kind::parse_complete, 2},
                                     {event_kind::error_response, 2},
                                     {event_kind::ready_for_query, 3}}));
}

}  // namespace
}  // namespace pgpipe::protocol
