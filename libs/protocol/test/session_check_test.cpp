#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/protocol/session_check.hpp>

#include "startup_probe.hpp"

namespace pgpipe::protocol {
namespace {

using namespace server_says;
using testing::HasSubstr;
using progress = session_check::progress;
using attributes = session_attributes;

struct probe {
  explicit probe(attributes wanted, const std::map<std::string, std::string, std::less<>>& reported = {})
      : started{.parameters = reported}, check(wanted, started, input, output) {}

  progress feed(const std::string& data, std::size_t size = std::string::npos) {
    progress reached = check.advance();
    for (std::size_t at = 0; at < data.size() && reached == progress::need_input; at += std::min(size, data.size())) {
      deliver(input, std::string_view(data).substr(at, size), check.wanted());
      reached = check.advance();
    }
    return reached;
  }

  startup_result started;
  chunk_pool pool;
  input_buffer input{pool};
  output_buffer output{pool};
  session_check check;
};

std::string answer(const std::string& word) {
  return message('T', from_hex("0001") + "x" + std::string(1, '\0') + std::string(18, '\0')) +
         message('D', from_hex("0001") + big_endian(word.size(), 4) + word) + message('C', bytes("SHOW\0")) + ready;
}

const std::map<std::string, std::string, std::less<>> primary = {{"in_hot_standby", "off"},
                                                                 {"default_transaction_read_only", "off"}};
const std::map<std::string, std::string, std::less<>> standby = {{"in_hot_standby", "on"},
                                                                 {"default_transaction_read_only", "off"}};
const std::map<std::string, std::string, std::less<>> read_only_primary = {{"in_hot_standby", "off"},
                                                                           {"default_transaction_read_only", "on"}};

TEST(SessionCheck, BelievesWhatTheServerReports) {
  const auto judged = [](attributes wanted, const auto& reported) {
    probe p(wanted, reported);
    const progress reached = p.check.advance();
    EXPECT_EQ(take_output(p.output), "");
    return reached == progress::suits ? "suits" : p.check.failure().text();
  };
  EXPECT_EQ(judged(attributes::read_write, primary), "suits");
  EXPECT_EQ(judged(attributes::read_write, standby), "the session is read-only");
  EXPECT_EQ(judged(attributes::read_write, read_only_primary), "the session is read-only");
  EXPECT_EQ(judged(attributes::read_only, primary), "the session is not read-only");
  EXPECT_EQ(judged(attributes::read_only, standby), "suits");
  EXPECT_EQ(judged(attributes::read_only, read_only_primary), "suits");
  EXPECT_EQ(judged(attributes::primary, primary), "suits");
  EXPECT_EQ(judged(attributes::primary, read_only_primary), "suits");
  EXPECT_EQ(judged(attributes::primary, standby), "the server is in hot standby mode");
  EXPECT_EQ(judged(attributes::standby, primary), "the server is not in hot standby mode");
  EXPECT_EQ(judged(attributes::standby, standby), "suits");
  EXPECT_EQ(judged(attributes::prefer_standby, primary), "the server is not in hot standby mode");
  EXPECT_EQ(judged(attributes::prefer_standby, standby), "suits");
}

TEST(SessionCheck, AsksOlderServers) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{7}, std::string::npos}) {
    probe writable(attributes::read_write);
    EXPECT_EQ(writable.feed(answer("off"), size), progress::suits);
    EXPECT_EQ(take_output(writable.output), message('Q', bytes("SHOW transaction_read_only\0")));
    probe not_writable(attributes::read_write);
    EXPECT_EQ(not_writable.feed(answer("on"), size), progress::differs);
    probe recovering(attributes::standby);
    EXPECT_EQ(recovering.feed(answer("t"), size), progress::suits);
    EXPECT_EQ(take_output(recovering.output), message('Q', bytes("SELECT pg_catalog.pg_is_in_recovery()\0")));
    probe leading(attributes::primary);
    EXPECT_EQ(leading.feed(answer("f"), size), progress::suits);
  }
}

TEST(SessionCheck, LeavesWhatStandsBehindItsAnswer) {
  probe p(attributes::primary);
  EXPECT_EQ(p.feed(answer("f") + "behind"), progress::suits);
  EXPECT_EQ(as_text(p.input.readable()), "behind");
}

TEST(SessionCheck, TakesNoteOfMessagesThatComeBetween) {
  probe p(attributes::primary);
  EXPECT_EQ(p.feed(notice + parameter("TimeZone", "X") + answer("f")), progress::suits);
  EXPECT_EQ(p.started.notices.size(), 1U);
  EXPECT_EQ(p.started.parameters["TimeZone"], "X");
}

TEST(SessionCheck, FailsWhereTheAnswerIsNone) {
  probe refused(attributes::read_write);
  EXPECT_EQ(refused.feed(refuses("42501", "no")), progress::failed);
  EXPECT_EQ(refused.check.failure().text(), "\"SHOW transaction_read_only\" failed: FATAL: no");
  EXPECT_EQ(refused.check.failure().sqlstate(), "42501");
  probe silent(attributes::read_write);
  EXPECT_EQ(silent.feed(ready), progress::failed);
  EXPECT_THAT(silent.check.failure().text(), HasSubstr("does not answer"));
  for (const std::string& wrong :
       {std::string("x"), message('K', std::string(8, 'k')), message('D', from_hex("0000")), from_hex("44ffffffff"),
        from_hex("5400100000"), message('Z', "?"), message('E', "x")}) {
    probe broken(attributes::read_write);
    EXPECT_EQ(broken.feed(wrong), progress::failed) << wrong;
    EXPECT_EQ(broken.check.failure().category(), error_category::protocol);
  }
}

}  // namespace
}  // namespace pgpipe::protocol
