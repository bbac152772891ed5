#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/protocol/frontend.hpp>
#include <pgpipe/protocol/session.hpp>

namespace pgpipe::protocol {
namespace {

std::string message(char type, std::string_view body = {}) {
  const auto length = static_cast<std::uint32_t>(4 + body.size());
  std::string out(1, type);
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>((length >> shift) & 0xff);
  return out += body;
}

class SessionTest : public testing::Test {
 protected:
  void receive(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::span<std::byte> room = session_.prepare_input();
      const std::size_t n = std::min(room.size(), bytes.size());
      std::memcpy(room.data(), bytes.data(), n);
      session_.commit_input(n);
      bytes.remove_prefix(n);
    }
  }

  void push_statement(std::uint64_t tag) {
    ASSERT_TRUE(bind(session_.output(), "", "s", {}));
    ASSERT_TRUE(execute(session_.output()));
    session_.push(step_bind | step_execute, tag);
  }

  // Every event until more input is needed, as "kind:tag".
  std::vector<std::pair<event_kind, std::uint64_t>> events() {
    std::vector<std::pair<event_kind, std::uint64_t>> seen;
    for (;;) {
      const event each = session_.next_event();
      if (each.kind == event_kind::need_input) return seen;
      seen.emplace_back(each.kind, each.tag);
      if (each.kind == event_kind::closed) return seen;
    }
  }

  chunk_pool pool_;
  session session_{pool_};
};

using seen = std::vector<std::pair<event_kind, std::uint64_t>>;

TEST_F(SessionTest, ReportsAGroupInOrder) {
  push_statement(1);
  push_statement(2);
  session_.sync(3);
  receive(message('2') + message('D', std::string("\0\0", 2)) + message('C', std::string("SELECT 1\0", 9)));
  receive(message('2') + message('C', std::string("SELECT 0\0", 9)) + message('Z', "I"));
  EXPECT_EQ(events(), (seen{{event_kind::data_row, 1},
                            {event_kind::command_complete, 1},
                            {event_kind::command_complete, 2},
                            {event_kind::ready_for_query, 3}}));
  EXPECT_EQ(session_.outstanding(), 0U);
}

TEST_F(SessionTest, SkipsTheRestOfAFailedGroupAndNoMore) {
  push_statement(1);
  push_statement(2);
  session_.sync(3);
  push_statement(4);
  session_.sync(5);
  receive(message('E', std::string("\0", 1)) + message('Z', "I") + message('2') +
          message('C', std::string("SELECT 0\0", 9)) + message('Z', "I"));
  EXPECT_EQ(events(), (seen{{event_kind::error_response, 1},
                            {event_kind::skipped, 2},
                            {event_kind::ready_for_query, 3},
                            {event_kind::command_complete, 4},
                            {event_kind::ready_for_query, 5}}));
}

TEST_F(SessionTest, SkipsWhatIsPushedAfterTheErrorWasSeen) {
  push_statement(1);
  receive(message('2') + message('E', std::string("\0", 1)));
  EXPECT_EQ(events(), (seen{{event_kind::error_response, 1}}));
  push_statement(2);
  EXPECT_EQ(events(), (seen{{event_kind::skipped, 2}}));
  session_.sync(3);
  receive(message('Z', "I"));
  EXPECT_EQ(events(), (seen{{event_kind::ready_for_query, 3}}));
  push_statement(4);
  session_.sync(5);
  receive(message('2') + message('C', std::string("SELECT 0\0", 9)) + message('Z', "I"));
  EXPECT_EQ(events(), (seen{{event_kind::command_complete, 4}, {event_kind::ready_for_query, 5}}));
}

TEST_F(SessionTest, AnErrorAtTheSyncBelongsToTheSync) {
  push_statement(1);
  session_.sync(2);
  receive(message('2') + message('C', std::string("INSERT 0 1\0", 11)) + message('E', std::string("\0", 1)) +
          message('Z', "I"));
  EXPECT_EQ(
      events(),
      (seen{{event_kind::command_complete, 1}, {event_kind::error_response, 2}, {event_kind::ready_for_query, 2}}));
}

TEST_F(SessionTest, TellsSentFromUnsentWhenTheConnectionEnds) {
  push_statement(1);
  session_.sync(2);
  session_.commit_output(session_.pending_output().size());
  push_statement(3);
  session_.sync(4);
  session_.commit_output(1);
  push_statement(5);
  session_.end_of_input(error(error_category::closed, "gone"));
  EXPECT_EQ(events(), (seen{{event_kind::lost, 1},
                            {event_kind::lost, 2},
                            {event_kind::lost, 3},
                            {event_kind::not_sent, 4},
                            {event_kind::not_sent, 5},
                            {event_kind::closed, 0}}));
}

}  // namespace
}  // namespace pgpipe::protocol
