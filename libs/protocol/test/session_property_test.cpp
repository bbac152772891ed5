#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/protocol/session.hpp>

#include "random_conversation.hpp"
#include "session_probe.hpp"

// The same server bytes, however they are cut and whenever the application pushes and reads, give the same events.
namespace pgpipe::protocol {
namespace {

using namespace testing;

constexpr std::uint64_t conversations = 150;

void push(session_probe& probe, const random_conversation::request& asked) {
  probe->push(asked.steps, asked.tag, asked.flags);
}

// All requests pushed before anything comes in; the bytes in pieces of `piece()` bytes.
template <typename Piece>
std::vector<seen> events_in_pieces(const random_conversation& talk, Piece piece) {
  session_probe probe;
  for (const auto& each : talk.requests) push(probe, each);
  std::vector<seen> all;
  std::string_view left = talk.bytes;
  while (!left.empty()) {
    const std::size_t n = std::min<std::size_t>(left.size(), piece());
    const std::vector<seen> some = probe.events_of(left.substr(0, n));
    all.insert(all.end(), some.begin(), some.end());
    left.remove_prefix(n);
  }
  EXPECT_FALSE(probe->failure().has_value());
  EXPECT_EQ(probe->outstanding(), 0U);
  EXPECT_EQ(probe->current_state(), state::idle);
  return all;
}

// EXPECT_EQ of whole vectors would print too much.
void expect_same(const std::vector<seen>& events, const std::vector<seen>& expected) {
  ASSERT_EQ(kinds_of(events), kinds_of(expected));
  for (std::size_t i = 0; i != events.size(); ++i) ASSERT_EQ(events[i], expected[i]) << "event " << i;
}

TEST(SessionPropertyTest, ConversationsAreOfEverySort) {
  std::vector<std::size_t> counts(static_cast<std::size_t>(event_kind::closed) + 1);
  for (std::uint64_t seed = 0; seed != conversations; ++seed) {
    for (const seen& each : random_conversation(seed).events) ++counts[static_cast<std::size_t>(each.kind)];
  }
  for (const event_kind never : {event_kind::need_input, event_kind::copy_both_response, event_kind::not_sent,
                                 event_kind::lost, event_kind::closed}) {
    EXPECT_EQ(counts[static_cast<std::size_t>(never)]++, 0U);
  }
  EXPECT_EQ(std::count(counts.begin(), counts.end(), 0U), 0);
}

TEST(SessionPropertyTest, WholeOrByteByByte) {
  for (std::uint64_t seed = 0; seed != conversations; ++seed) {
    SCOPED_TRACE(seed);
    const random_conversation talk(seed);
    expect_same(events_in_pieces(talk, [&] { return talk.bytes.size(); }), talk.events);
    expect_same(events_in_pieces(talk, [] { return 1; }), talk.events);
    if (HasFatalFailure()) return;
  }
}

TEST(SessionPropertyTest, RandomlyCut) {
  for (std::uint64_t seed = 0; seed != conversations; ++seed) {
    SCOPED_TRACE(seed);
    const random_conversation talk(seed, 300000);
    std::mt19937_64 random(seed);
    const std::size_t greatest = talk.bytes.size() / 8 + 2;
    expect_same(events_in_pieces(talk, [&] { return 1 + random() % greatest; }), talk.events);
    if (HasFatalFailure()) return;
  }
}

// Those about requests, or those about none: only their mutual order may depend on when requests were pushed.
std::vector<seen> about(const std::vector<seen>& events, bool requests) {
  std::vector<seen> some;
  std::copy_if(events.begin(), events.end(), std::back_inserter(some),
               [&](const seen& each) { return (each.tag != 0) == requests; });
  return some;
}

// Pushes, arriving pieces and reading in random turns; a server answers only what it was asked.
std::vector<seen> events_in_turns(const random_conversation& talk, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  session_probe probe;
  std::vector<seen> all;
  std::size_t pushed = 0;
  std::size_t fed = 0;
  bool waiting = false;
  while (pushed != talk.requests.size() || fed != talk.bytes.size() || !waiting) {
    waiting = false;
    switch (random() % 3) {
      case 0:
        for (auto n = random() % 3; n != 0 && pushed != talk.requests.size(); --n) push(probe, talk.requests[pushed++]);
        break;
      case 1: {
        const std::size_t limit = pushed == 0 ? 0 : talk.requests[pushed - 1].bytes_end;
        const std::size_t n = std::min<std::size_t>(limit - fed, random() % 200);
        probe.receive(std::string_view(talk.bytes).substr(fed, n));
        fed += n;
        break;
      }
      default:
        for (auto n = random() % 6; n != 0 && !waiting; --n) {
          const event each = probe->next_event();
          waiting = each.kind == event_kind::need_input;
          if (!waiting) all.push_back(own(each));
        }
        break;
    }
  }
  EXPECT_FALSE(probe->failure().has_value());
  EXPECT_EQ(probe->outstanding(), 0U);
  return all;
}

TEST(SessionPropertyTest, PushingAndReadingAtAnyTime) {
  for (std::uint64_t seed = 0; seed != conversations; ++seed) {
    SCOPED_TRACE(seed);
    const random_conversation talk(seed, 2000);
    const std::vector<seen> events = events_in_turns(talk, seed);
    expect_same(about(events, true), about(talk.events, true));
    expect_same(about(events, false), about(talk.events, false));
    if (HasFatalFailure()) return;
  }
}

// The connection ends behind every byte: each request has had one last event, in order, and the events before the end
// are those that a longer conversation begins with.
TEST(SessionPropertyTest, EndingAnywhere) {
  chunk_pool pool;
  for (std::uint64_t seed = 0; seed != 25; ++seed) {
    const random_conversation talk(seed);
    for (std::size_t end = 0; end <= talk.bytes.size(); ++end) {
      SCOPED_TRACE("seed " + std::to_string(seed) + " ended behind byte " + std::to_string(end));
      session_probe probe(pool);
      for (const auto& each : talk.requests) push(probe, each);
      probe.receive(std::string_view(talk.bytes).substr(0, end));
      probe->end_of_input(error(error_category::closed, "gone"));
      const std::vector<seen> events = probe.events();

      const auto fates = std::find_if(events.begin(), events.end(), [](const seen& each) {
        return each.kind == event_kind::not_sent || each.kind == event_kind::closed;
      });
      ASSERT_LE(std::distance(events.begin(), fates), static_cast<std::ptrdiff_t>(talk.events.size()));
      ASSERT_TRUE(std::equal(events.begin(), fates, talk.events.begin()));
      std::uint64_t finished = 0;
      for (const seen& each : events) {
        ASSERT_TRUE(!each.finished || each.tag == ++finished);
      }
      ASSERT_EQ(finished, talk.requests.size());
      ASSERT_EQ(events.back().kind, event_kind::closed);
      ASSERT_EQ(probe->next_event().kind, event_kind::closed);
    }
  }
}

}  // namespace
}  // namespace pgpipe::protocol
