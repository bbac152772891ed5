#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/protocol/session.hpp>

#include "allocation_watch.hpp"
#include "session_probe.hpp"

// Memory follows what has arrived and what is asked for, never what is announced; idle, a session holds one chunk each
// way; at work it allocates nothing.
namespace pgpipe::protocol {
namespace {

using namespace testing;

constexpr std::size_t chunk_size = 64 * 1024;
constexpr std::size_t megabyte = 1024 * 1024;
constexpr std::ptrdiff_t slack = 4096;  // the queue, and what the allocator adds

// --- announced lengths ---

TEST(SessionMemoryTest, AnAnnouncedGigabyteSizesNothing) {
  session_probe probe;
  probe.push_statement(1);
  probe.events_of(bound);
  const allocation_watch watch;
  std::size_t arrived = 5;
  probe.events_of(from_hex("4440000000"));
  const std::string piece(1000, 'x');
  while (arrived < 3 * megabyte) {
    probe.receive(piece);
    arrived += piece.size();
    ASSERT_EQ(probe->next_event().kind, event_kind::need_input);
    ASSERT_LE(watch.largest(), std::max(chunk_size, 2 * arrived) + 100) << "behind " << arrived << " bytes";
    ASSERT_LE(watch.growth(), static_cast<std::ptrdiff_t>(2 * arrived + 2 * chunk_size)) << "behind " << arrived;
  }
  probe->end_of_input(error(error_category::closed, "gone"));
  EXPECT_EQ(kinds_of(probe.events()), (kinds{{event_kind::not_sent, 1}, {event_kind::closed, 0}}));
}

TEST(SessionMemoryTest, AnImpossibleLengthTakesNothing) {
  for (const std::string_view header : {"447fffffff", "44ffffffff", "4440000005", "5400ffffff", "5304000000"}) {
    session_probe probe;
    probe.push_statement(1);
    probe.events_of(bound);
    const allocation_watch watch;
    probe.receive(from_hex(header));
    EXPECT_EQ(probe->next_event().kind, event_kind::not_sent);
    EXPECT_LE(watch.largest(), 1000U);
  }
}

// --- large messages ---

std::string large_row(std::size_t size, char value) {
  std::string body = std::string("\0\1", 2) + big_endian(size, 4) + std::string(size, value);
  return message('D', body);
}

TEST(SessionMemoryTest, LargeMessagesAreGivenBack) {
  session_probe probe;
  const std::string parameter(4 * megabyte, 'p');
  const allocation_watch watch;
  for (int round = 0; round != 3; ++round) {
    std::ignore = copy_data(probe->output(), std::as_bytes(std::span(parameter)));
    probe.push_statement(1);
    probe->sync(2);
    probe.send_all();
    for (const seen& each : probe.events_of(bound + large_row(4 * megabyte, 'x') + select_1 + ready())) {
      EXPECT_TRUE(each.kind != event_kind::data_row || each.body.size() == 4 * megabyte + 6);
    }
    std::ignore = probe->prepare_input();
    EXPECT_LE(watch.growth(), static_cast<std::ptrdiff_t>(3 * chunk_size) + slack) << "round " << round;
  }
  probe->release_buffers();
}

TEST(SessionMemoryTest, ALargeMessageIsCopiedAFewTimesOnly) {
  session_probe probe;
  probe.push_statement(1);
  probe.events_of(bound);
  const std::string row = large_row(16 * megabyte, 'x');
  const allocation_watch watch;
  std::string_view left = row;
  while (!left.empty()) {
    const std::string_view piece = left.substr(0, 100000);
    probe.receive(piece);
    left.remove_prefix(piece.size());
    const event each = probe->next_event();
    EXPECT_EQ(each.kind, left.empty() ? event_kind::data_row : event_kind::need_input);
  }
  EXPECT_LE(watch.count(), 10U) << "it doubles from 64 KiB to 16 MiB";
}

TEST(SessionMemoryTest, ReleasedBuffersGoToTheNextSessionOfThePool) {
  chunk_pool pool;
  session one(pool);
  session two(pool);
  const auto use = [](session& each) {
    std::ignore = query(each.output(), "select 1");
    each.commit_output(each.pending_output().size());
    std::ignore = each.prepare_input();
    each.release_buffers();
  };
  use(one);
  const allocation_watch watch;
  use(two);
  use(one);
  EXPECT_EQ(watch.count(), 0U);
}

// --- pins ---

struct pinned {
  chunk_ptr pin;
  std::span<const std::byte> body;
  std::string copy;
};

bool intact(const pinned& held) { return std::memcmp(held.body.data(), held.copy.data(), held.copy.size()) == 0; }

TEST(SessionMemoryTest, PinnedBodiesStayWhileMoreArrives) {
  for (std::uint64_t seed = 0; seed != 6; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    session_probe probe;
    probe->push(step_execute, 1);
    std::vector<pinned> held;
    std::string left;
    for (int turn = 0; turn != 400; ++turn) {
      const std::size_t size = random() % 30 == 0 ? random() % 300000 : random() % 3000;
      std::string body(size + 2, static_cast<char>(turn));
      left += message('D', body);
      // Now and then all of it: with nothing half read, an unpinned chunk is used again from its beginning.
      const std::size_t n = random() % 3 == 0 ? left.size() : random() % left.size();
      probe.receive(left.substr(0, n));
      left.erase(0, n);
      for (event each = probe->next_event(); each.kind == event_kind::data_row; each = probe->next_event()) {
        if (random() % 3 == 0) held.push_back({probe->pin(), each.body, own(each).body});
      }
      if (random() % 50 == 0) held.clear();
      ASSERT_TRUE(held.empty() || intact(held[random() % held.size()]));
    }
    for (const pinned& each : held) ASSERT_TRUE(intact(each));
    ASSERT_GT(held.size(), 0U);
  }
}

TEST(SessionMemoryTest, PinsOutliveTheSessionAndItsPool) {
  std::vector<pinned> held;
  const allocation_watch watch;
  {
    session_probe probe;
    probe->push(step_execute, 1);
    probe.receive(large_row(200000, 'a') + row("b"));
    for (int i = 0; i != 2; ++i) {
      const event each = probe->next_event();
      ASSERT_EQ(each.kind, event_kind::data_row);
      held.push_back({probe->pin(), each.body, own(each).body});
    }
  }
  for (const pinned& each : held) EXPECT_TRUE(intact(each));
  held.clear();
  held.shrink_to_fit();
  EXPECT_EQ(watch.growth(), 0);
}

// --- at work ---

TEST(SessionMemoryTest, AStatementAllocatesNothingAfterWarmUp) {
  constexpr std::uint64_t statements = 100;
  session_probe probe;
  std::string answers;
  for (std::uint64_t i = 0; i != statements; ++i) answers += bound + one_value + select_1;
  answers += ready();
  const auto run_group = [&] {
    for (std::uint64_t i = 1; i <= statements; ++i) probe.push_statement(i);
    probe->sync(statements + 1);
    while (!probe->pending_output().empty()) probe->commit_output(probe->pending_output().size());
    std::size_t finished = 0;
    std::string_view left = answers;
    while (!left.empty()) {
      probe.receive(left.substr(0, 3000));
      left.remove_prefix(std::min<std::size_t>(left.size(), 3000));
      for (event each = probe->next_event(); each.kind != event_kind::need_input; each = probe->next_event()) {
        finished += each.finished ? 1 : 0;
      }
    }
    return finished;
  };
  EXPECT_EQ(run_group(), statements + 1);
  const allocation_watch watch;
  for (int i = 0; i != 20; ++i) EXPECT_EQ(run_group(), statements + 1);
  EXPECT_EQ(watch.count(), 0U);
}

}  // namespace
}  // namespace pgpipe::protocol
