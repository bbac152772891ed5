#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/protocol/session.hpp>
#include <pgpipe/protocol/session_table.hpp>

#include "answer_grammar.hpp"
#include "session_probe.hpp"

// Every state against every message byte. What is legal is not read from the session's table: it follows from the
// conversations below, written from the manual's chapters "Message Flow" and "Streaming Replication Protocol".
namespace pgpipe::protocol {
namespace {

using namespace testing;

struct answers_of {
  unsigned asked;
  std::string_view grammar;
  bool extended;  // an error makes the server skip up to Sync; otherwise ReadyForQuery follows by itself
};

constexpr std::string_view executed = "(D*(C|s)|I|GC|Hd*cC|W(d|c)*C)";

// One request each. The server answers its messages in the order in which they were sent.
const std::vector<answers_of>& requests() {
  static const std::string execute(executed);
  static const std::string whole = "312(T|n)" + execute;
  static const std::string own_sync = "2" + execute + "Z";
  // A simple Query holds any number of statements. A base backup's last archive is followed by a result, before
  // PostgreSQL 15 by the next archive, and the end of a replicated timeline by one.
  static const std::string query = "(TD*(TD*)*C|C|I|GC|(Hd*c)(Hd*c)*(C|TD*(TD*)*C)|W(d|c)*(C|TD*(TD*)*C))*Z";
  static const std::vector<answers_of> all = {
      {step_close, "3", true},
      {step_parse, "1", true},
      {step_describe_statement, "t(T|n)", true},
      {step_bind, "2", true},
      {step_describe_portal, "T|n", true},
      {step_execute, execute, true},
      {step_parse | step_describe_statement, "1t(T|n)", true},
      {step_close | step_parse | step_bind | step_describe_portal | step_execute, whole, true},
      {step_bind | step_execute | step_sync, own_sync, true},
      {step_sync, "Z", false},
      {step_query, query, false},
      {step_function_call, "VZ", false},
  };
  return all;
}

// The least body that the framer lets through.
std::string least_message(char letter) {
  static const std::map<char, std::size_t> sizes = {{'C', 1}, {'D', 2}, {'T', 2}, {'t', 2}, {'G', 3},
                                                    {'H', 3}, {'W', 3}, {'V', 4}, {'A', 6}, {'S', 2},
                                                    {'R', 4}, {'K', 4}, {'v', 8}};
  if (letter == 'Z') return ready();
  const auto found = sizes.find(letter);
  return message(letter, std::string(found == sizes.end() ? 0 : found->second, '\0'));
}

event_kind kind_of(char letter) {
  static const std::map<char, event_kind> names = {{'1', event_kind::parse_complete},
                                                   {'2', event_kind::bind_complete},
                                                   {'3', event_kind::close_complete},
                                                   {'t', event_kind::parameter_description},
                                                   {'T', event_kind::row_description},
                                                   {'n', event_kind::no_data},
                                                   {'D', event_kind::data_row},
                                                   {'C', event_kind::command_complete},
                                                   {'I', event_kind::empty_query_response},
                                                   {'s', event_kind::portal_suspended},
                                                   {'G', event_kind::copy_in_response},
                                                   {'H', event_kind::copy_out_response},
                                                   {'W', event_kind::copy_both_response},
                                                   {'d', event_kind::copy_data},
                                                   {'c', event_kind::copy_done},
                                                   {'V', event_kind::function_call_response},
                                                   {'Z', event_kind::ready_for_query},
                                                   {'N', event_kind::notice_response},
                                                   {'A', event_kind::notification_response},
                                                   {'S', event_kind::parameter_status}};
  return names.at(letter);
}

constexpr std::string_view asynchronous = "NAS";
constexpr std::uint64_t first = 1;   // the request under test
constexpr std::uint64_t others = 4;  // two statements of the same group, its Sync, one statement of the next group
constexpr std::uint64_t last_of_group = 4;

// Tens of thousands of sessions, one after the other.
chunk_pool& shared_pool() {
  static chunk_pool pool;
  return pool;
}

// The request under test, and others behind it.
void push_all(session_probe& probe, unsigned asked) {
  probe->push(asked, first);
  probe.push_statement(2);
  probe.push_statement(3);
  probe->sync(last_of_group);
  probe.push_statement(5);
}

void feed(session_probe& probe, std::string_view letters) {
  for (const char each : letters) probe.receive(least_message(each));
}

// One failure, one fate for each request that had none yet, `closed` for ever.
void expect_failure(session_probe& probe, const std::vector<seen>& events, std::size_t unanswered) {
  ASSERT_TRUE(probe->failure().has_value());
  EXPECT_EQ(probe->failure()->category(), error_category::protocol);
  std::set<std::uint64_t> ended;
  for (const seen& each : events) {
    EXPECT_TRUE(!each.finished || ended.insert(each.tag).second);
  }
  EXPECT_EQ(ended.size(), unanswered);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events.size(), unanswered + 1) << "only fates and the end";
  EXPECT_EQ(events.back().kind, event_kind::closed);
  const std::string text = probe->failure()->text();
  for (const std::string& more : {ready(), least_message('N'), std::string("@@@@@@")}) {
    EXPECT_EQ(kinds_of(probe.events_of(more)), (kinds{{event_kind::closed, 0}}));
  }
  EXPECT_EQ(probe->failure()->text(), text);
  EXPECT_EQ(probe->outstanding(), 0U);
}

// What `letter` must do behind `before`, where the grammar says that it may come.
void expect_progress(session_probe& probe, const std::vector<seen>& events, char letter, bool finished) {
  EXPECT_FALSE(probe->failure().has_value());
  if (letter == '2' && !finished) {
    EXPECT_TRUE(events.empty());
    return;
  }
  ASSERT_EQ(events.size(), 1U);
  EXPECT_EQ(events[0].kind, kind_of(letter));
  EXPECT_EQ(events[0].tag, first);
  EXPECT_EQ(events[0].finished, finished);
  EXPECT_EQ(events[0].body, least_message(letter).substr(5));
}

// An error at this place, and what may follow it: further errors of a dying server and ReadyForQuery, nothing else.
void expect_error_ends(const answers_of& request, const std::string& before, bool only_ready_open) {
  const auto after_error = [&](session_probe& probe) {
    push_all(probe, request.asked);
    feed(probe, before);
    probe.events();
    return probe.events_of(server_error());
  };
  session_probe probe(shared_pool());
  const std::vector<seen> events = after_error(probe);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events[0].kind, event_kind::error_response);
  EXPECT_EQ(events[0].tag, first);
  const bool own_end = !request.extended || (request.asked & step_sync) != 0;  // its ReadyForQuery is still to come
  EXPECT_EQ(events[0].finished, !own_end);
  kinds skipped;
  if (!own_end) skipped = {{event_kind::skipped, 2}, {event_kind::skipped, 3}};
  EXPECT_EQ(kinds_of({events.begin() + 1, events.end()}), skipped);

  for (const char letter : std::string_view("123tTnDCIsGHWdcVZNASERKv@\0\377", 27)) {
    SCOPED_TRACE("then byte " + std::to_string(letter));
    session_probe again(shared_pool());
    const std::size_t before_it = after_error(again).size();
    const std::size_t unanswered = again->outstanding();
    EXPECT_EQ(unanswered, 1 + others - (own_end ? 0 : before_it));
    const std::vector<seen> next = again.events_of(least_message(letter));
    if (letter == 'Z') {
      ASSERT_EQ(next.size(), 1U);
      EXPECT_EQ(next[0].kind, event_kind::ready_for_query);
      EXPECT_EQ(next[0].tag, own_end ? first : last_of_group);
      EXPECT_TRUE(next[0].finished);
      EXPECT_TRUE(next[0].group_failed);
    } else if (letter == 'E') {
      EXPECT_EQ(kinds_of(next), only_ready_open ? (kinds{{event_kind::error_response, first}})
                                                : (kinds{{event_kind::unasked_error, 0}}));
    } else if (asynchronous.find(letter) != std::string_view::npos) {
      EXPECT_EQ(kinds_of(next), (kinds{{kind_of(letter), 0}}));
    } else {
      expect_failure(again, next, unanswered);
    }
  }
}

TEST(SessionTableTest, EveryStateAgainstEveryMessage) {
  std::set<state> visited;
  for (const answers_of& request : requests()) {
    std::map<answer_grammar::places, std::string> reached = {{answer_grammar(request.grammar).here(), ""}};
    std::vector<std::pair<answer_grammar, std::string>> open = {{answer_grammar(request.grammar), ""}};
    while (!open.empty()) {
      const auto [here, before] = open.back();
      open.pop_back();
      SCOPED_TRACE("behind \"" + before + "\" of " + std::string(request.grammar));
      {
        session_probe probe(shared_pool());
        push_all(probe, request.asked);
        feed(probe, before);
        probe.events();
        visited.insert(probe->current_state());
        expect_error_ends(request, before, here.only_next('Z'));
        probe.events_of(server_error());
        visited.insert(probe->current_state());
      }
      for (int byte = 0; byte != 256; ++byte) {
        const char letter = static_cast<char>(byte);
        if (letter == 'E') continue;
        SCOPED_TRACE("byte " + std::to_string(byte));
        session_probe probe(shared_pool());
        push_all(probe, request.asked);
        feed(probe, before);
        probe.events();
        const std::vector<seen> events = probe.events_of(least_message(letter));
        answer_grammar next = here;
        if (next.step(letter)) {
          expect_progress(probe, events, letter, next.at_end());
          EXPECT_EQ(probe->outstanding(), others + (next.at_end() ? 0 : 1));
          if (!next.at_end() && reached.emplace(next.here(), before + letter).second) {
            open.emplace_back(next, before + letter);
          }
        } else if (asynchronous.find(letter) != std::string_view::npos) {
          ASSERT_EQ(events.size(), 1U);
          EXPECT_EQ(events[0].kind, kind_of(letter));
          EXPECT_EQ(events[0].tag, 0U);
          EXPECT_FALSE(events[0].finished);
          EXPECT_FALSE(probe->failure().has_value());
        } else {
          expect_failure(probe, events, 1 + others);
        }
        if (HasFatalFailure() || HasNonfatalFailure()) return;
      }
    }
  }
  visited.insert(state::idle);  // below
  EXPECT_EQ(visited.size(), state_count);
}

TEST(SessionTableTest, NothingIsExpectedWhileNothingIsAsked) {
  for (int byte = 0; byte != 256; ++byte) {
    SCOPED_TRACE(byte);
    const char letter = static_cast<char>(byte);
    session_probe probe(shared_pool());
    EXPECT_EQ(probe->current_state(), state::idle);
    const std::vector<seen> events = probe.events_of(least_message(letter));
    if (letter == 'E') {
      EXPECT_EQ(kinds_of(events), (kinds{{event_kind::unasked_error, 0}}));
      EXPECT_EQ(probe->current_state(), state::idle);
    } else if (asynchronous.find(letter) != std::string_view::npos) {
      EXPECT_EQ(kinds_of(events), (kinds{{kind_of(letter), 0}}));
    } else {
      expect_failure(probe, events, 0);
    }
  }
}

TEST(SessionTableTest, NoPairStandsTwice) {
  std::set<std::pair<state, backend>> pairs;
  for (const transition& each : transitions) {
    EXPECT_TRUE(pairs.emplace(each.in, each.message).second)
        << static_cast<int>(each.in) << ' ' << static_cast<char>(each.message);
  }
}

}  // namespace
}  // namespace pgpipe::protocol
