#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/protocol/data_row.hpp>
#include <pgpipe/protocol/session.hpp>

#include "session_probe.hpp"
#include "wire_bytes.hpp"

// What broken, hostile and dying servers do.
namespace pgpipe::protocol {
namespace {

using namespace testing;

// Events that are about requests, and how often each of the others came.
struct sorted_events {
  kinds asked;
  std::size_t notices = 0;
  std::size_t notifications = 0;
  std::size_t parameters = 0;
};

sorted_events sort(const std::vector<seen>& events) {
  sorted_events out;
  for (const seen& each : events) {
    switch (each.kind) {
      case event_kind::notice_response: ++out.notices; break;
      case event_kind::notification_response: ++out.notifications; break;
      case event_kind::parameter_status: ++out.parameters; break;
      default: out.asked.emplace_back(each.kind, each.tag); break;
    }
  }
  return out;
}

TEST(SessionFaultTest, ImpossibleLengths) {
  for (const std::string_view bytes : {"5a0000000349", "5400000000", "44ffffffff", "447fffffff", "4440000005",
                                       "4400000005", "5a0000000649", "3100000005", "4300000004"}) {
    SCOPED_TRACE(bytes);
    session_probe probe;
    probe.push_query(1);
    const std::vector<seen> events = probe.events_of(from_hex(bytes) + std::string(100, 'x'));
    EXPECT_TRUE(broke(probe, events));
    EXPECT_EQ(kinds_of(events), (kinds{{event_kind::not_sent, 1}, {event_kind::closed, 0}}));
  }
}

// The header alone is enough: nothing is waited for that must not come.
TEST(SessionFaultTest, AnImpossibleHeaderIsRefusedBeforeTheBodyComes) {
  session_probe probe;
  probe.push_query(1);
  EXPECT_TRUE(broke(probe, probe.events_of(from_hex("4b10000000"))));
}

TEST(SessionFaultTest, AnUnknownTypeIsRefusedAtItsFirstByte) {
  session_probe probe;
  probe.push_query(1);
  EXPECT_TRUE(broke(probe, probe.events_of("@")));
  session_probe whole;
  whole.push_query(1);
  EXPECT_TRUE(
      broke(whole, whole.events_of(from_hex("4000000007616263") + one_column + one_value + select_1 + ready())));
}

TEST(SessionFaultTest, ARowWithoutADescription) {
  session_probe probe;
  probe.push_query(1);
  EXPECT_TRUE(broke(probe, probe.events_of(one_value + select_1 + ready())));
}

// What stands inside a row is the reader's to judge: it refuses, and the session keeps its step.
TEST(SessionFaultTest, BadRowsAreRefusedWithoutLosingStep) {
  const std::string negative = from_hex("440000000d0001fffffffe616263");
  const std::string too_long = from_hex("440000000d000100000032616263");
  for (const std::string& bad : {negative, too_long}) {
    session_probe probe;
    probe.push_query(1);
    probe.receive(one_column + bad + select_1 + ready());
    EXPECT_EQ(probe->next_event().kind, event_kind::row_description);
    const event each = probe->next_event();
    ASSERT_EQ(each.kind, event_kind::data_row);
    const exact_bytes body({reinterpret_cast<const char*>(each.body.data()), each.body.size()});
    data_row_view values;
    EXPECT_FALSE(decode(body.span(), values));
    EXPECT_EQ(kinds_of(probe.events()), (kinds{{event_kind::command_complete, 1}, {event_kind::ready_for_query, 1}}));
  }
  session_probe probe;
  probe.push_query(1);
  probe.receive(one_column + from_hex("4400000010000200000001610000000162") + select_1 + ready());
  std::ignore = probe->next_event();
  data_row_view values;
  ASSERT_TRUE(decode(probe->next_event().body, values));
  EXPECT_EQ(values.size(), 2U) << "one more than described, for the caller to see";
}

TEST(SessionFaultTest, AsynchronousMessagesAnywhere) {
  const std::string notification = from_hex("410000000e00000005636800706c00");
  const std::string notice = from_hex("4e00000011534e4f54494345004d6e310000");
  const std::string parameter = from_hex("530000000f54696d655a6f6e65005800");
  session_probe probe;
  probe.push_query(1);
  const sorted_events events = sort(probe.events_of(notification + notice + one_column + parameter + one_value +
                                                    notification + select_1 + notice + ready() + notification));
  EXPECT_EQ(events.asked, (kinds{{event_kind::row_description, 1},
                                 {event_kind::data_row, 1},
                                 {event_kind::command_complete, 1},
                                 {event_kind::ready_for_query, 1}}));
  EXPECT_EQ(events.notices, 2U);
  EXPECT_EQ(events.notifications, 3U);
  EXPECT_EQ(events.parameters, 1U);

  // In COPY and in a function call's answer, too.
  const std::string all = notification + notice + parameter;
  session_probe other;
  other.push_query(1);
  other->push(step_function_call, 2);
  const std::string copied = all + from_hex("4800000007000000") + all + message('d', "1\n") + all + message('c') + all +
                             command_complete("COPY 1") + all + ready() + all + message('V', "\xff\xff\xff\xff") + all +
                             ready() + all;
  const sorted_events copy = sort(other.events_of(copied));
  EXPECT_EQ(copy.asked, (kinds{{event_kind::copy_out_response, 1},
                               {event_kind::copy_data, 1},
                               {event_kind::copy_done, 1},
                               {event_kind::command_complete, 1},
                               {event_kind::ready_for_query, 1},
                               {event_kind::function_call_response, 2},
                               {event_kind::ready_for_query, 2}}));
  EXPECT_EQ(copy.notices, 8U);
  EXPECT_EQ(copy.notifications, 8U);
  EXPECT_EQ(copy.parameters, 8U);
}

TEST(SessionFaultTest, AnUnknownTransactionStatus) {
  session_probe probe;
  probe->sync(1);
  EXPECT_TRUE(broke(probe, probe.events_of(ready('X'))));
}

TEST(SessionFaultTest, BytesBehindAFailureAreNotRead) {
  session_probe probe;
  probe.push_statement(1);
  probe->sync(2);
  const std::vector<seen> events = probe.events_of(bound + "@" + select_1 + ready() + message('N', "x"));
  EXPECT_EQ(kinds_of(events), (kinds{{event_kind::not_sent, 1}, {event_kind::not_sent, 2}, {event_kind::closed, 0}}));
  for (int i = 0; i != 3; ++i) {
    EXPECT_EQ(kinds_of(probe.events_of(select_1 + ready())), (kinds{{event_kind::closed, 0}}));
  }
}

TEST(SessionFaultTest, AFarewellAnswersWhoeverWaitsAndEndsTheRest) {
  session_probe probe;
  probe.push_statement(1);
  probe.push_statement(2);
  probe->sync(3);
  probe.send_all();
  probe.receive(bound + server_error("57P01"));
  probe->end_of_input(error(error_category::closed, "server closed the connection"));
  EXPECT_EQ(
      kinds_of(probe.events()),
      (kinds{
          {event_kind::error_response, 1}, {event_kind::skipped, 2}, {event_kind::lost, 3}, {event_kind::closed, 0}}));

  session_probe waiting;
  waiting.receive(server_error("57P01"));
  waiting->end_of_input(error(error_category::closed, "server closed the connection"));
  EXPECT_EQ(kinds_of(waiting.events()), (kinds{{event_kind::unasked_error, 0}, {event_kind::closed, 0}}));
}

// --- how far the output had left when the connection ended ---

TEST(SessionFaultTest, SentIsJudgedByEachRequestsOwnFirstByte) {
  session_probe model;
  const auto ask = [](session_probe& probe) {
    std::vector<std::size_t> begins;
    const auto begin = [&] { begins.push_back(probe->output().appended_total()); };
    begin(), probe.push_statement(1);
    probe->flush();
    begin(), probe.push_statement(2);
    begin(), probe->sync(3);
    begin(), probe->push((std::ignore = query(probe->output(), "copy t from stdin"), step_query), 4);
    std::ignore = copy_data(probe->output(), {});
    probe->extend_last();
    begin(), probe->sync(5);
    return begins;
  };
  const std::vector<std::size_t> begins = ask(model);
  const std::size_t total = model->output().appended_total();
  for (std::size_t sent = 0; sent <= total; ++sent) {
    SCOPED_TRACE(sent);
    session_probe probe;
    ask(probe);
    probe->commit_output(sent);
    probe->end_of_input(error(error_category::io, "reset by peer"));
    kinds expected;
    for (std::size_t i = 0; i != begins.size(); ++i) {
      expected.emplace_back(sent > begins[i] ? event_kind::lost : event_kind::not_sent, i + 1);
    }
    expected.emplace_back(event_kind::closed, 0);
    EXPECT_EQ(kinds_of(probe.events()), expected);
  }
}

}  // namespace
}  // namespace pgpipe::protocol
