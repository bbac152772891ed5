#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/protocol/startup.hpp>

#include "scram_vectors.hpp"
#include "startup_probe.hpp"

namespace pgpipe::protocol {
namespace {

using namespace server_says;
using testing::HasSubstr;
using progress = startup::progress;

const std::string startup_bytes = big_endian(8 + 23, 4) + from_hex("00030000") + bytes("user\0alice\0database\0d\0\0");

startup_request scram_request() {
  startup_request request = startup_probe::simple_request();
  request.secret.nonce = scram_vectors::nonce();
  return request;
}

// What a whole start-up says to each other, the StartupMessage being said already.
using script = std::vector<exchange_step>;

script trust_script() { return {{hello, ""}}; }
script cleartext_script() { return {{asks(3), message('p', bytes("secret\0"))}, {hello, ""}}; }
script md5_script() {
  return {{asks(5, "\x01\x02\x03\x04"), message('p', bytes("md598a0412b9c31436fc53776e863350083\0"))}, {hello, ""}};
}
script scram_script() {
  const scram_vectors::exchange& said = scram_vectors::unbound;
  const std::string first = bytes("SCRAM-SHA-256\0") + big_endian(said.client_first.size(), 4) + said.client_first;
  return {{offers_scram, message('p', first)},
          {asks(11, scram_vectors::server_first), message('p', said.client_final)},
          {notice + asks(12, said.server_final) + authentication_ok + notice + server_version, ""},
          {parameter("TimeZone", "UTC") + key, ""},
          {ready, ""}};
}

std::vector<script> scripts() { return {trust_script(), cleartext_script(), md5_script(), scram_script()}; }

void play(startup_probe& probe, const script& steps, std::size_t piece) {
  EXPECT_EQ(probe.sent(), startup_bytes);
  for (std::size_t i = 0; i != steps.size(); ++i) {
    const bool last = i + 1 == steps.size();
    EXPECT_EQ(probe.feed(steps[i].server, piece), last ? progress::ready : progress::need_input) << "step " << i;
    EXPECT_EQ(probe.sent(), steps[i].client) << "step " << i;
  }
}

TEST(Startup, SaysTheSameHoweverTheBytesArrive) {
  for (const script& steps : scripts()) {
    for (const std::size_t piece :
         {std::string::npos, std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7}}) {
      startup_probe probe(scram_request());
      play(probe, steps, piece);
      EXPECT_EQ(probe.machine.outcome().process_id, 7);
      EXPECT_EQ(probe.machine.outcome().parameters.at("server_version"), "15.0");
      EXPECT_EQ(probe.input.readable().size(), 0U);
    }
  }
}

// Cut behind each byte of each step: the start-up fails with the cause and says nothing more.
TEST(Startup, FailsWhereverTheStreamIsCut) {
  for (const script& steps : scripts()) {
    std::size_t total = 0;
    for (const exchange_step& step : steps) total += step.server.size();
    for (std::size_t cut = 0; cut != total; ++cut) {
      startup_probe probe(scram_request());
      std::size_t left = cut;
      for (const exchange_step& step : steps) {
        const std::size_t n = std::min(left, step.server.size());
        EXPECT_EQ(probe.feed(std::string_view(step.server).substr(0, n)), progress::need_input);
        left -= n;
      }
      probe.sent();
      ASSERT_EQ(probe.machine.end_of_stream(error(error_category::closed, "cut")), progress::failed) << cut;
      EXPECT_EQ(probe.machine.failure().text(), "cut");
      EXPECT_EQ(probe.sent(), "");
      EXPECT_EQ(probe.machine.advance(), progress::failed) << "a failure stands";
    }
  }
}

TEST(Startup, CollectsWhatTheServerTells) {
  startup_probe probe(scram_request());
  play(probe, scram_script(), std::string::npos);
  startup_result& outcome = probe.machine.outcome();
  EXPECT_EQ(outcome.protocol_version, protocol_3_0);
  EXPECT_EQ(outcome.parameters.size(), 2U);
  EXPECT_EQ(outcome.parameters.at("TimeZone"), "UTC");
  EXPECT_EQ(as_text(outcome.cancel_key), from_hex("00000009"));
  EXPECT_EQ(outcome.status, transaction_status::idle);
  ASSERT_EQ(outcome.notices.size(), 2U);
  EXPECT_EQ(outcome.notices[0].message, "n1");
  EXPECT_TRUE(outcome.used_password);
  startup_probe trusting;
  trusting.feed(hello);
  EXPECT_FALSE(trusting.machine.outcome().used_password);
}

TEST(Startup, LeavesWhatStandsBehindReadyForQuery) {
  startup_probe probe;
  EXPECT_EQ(probe.feed(hello + notice + "x"), progress::ready);
  EXPECT_EQ(as_text(probe.input.readable()), notice + "x");
  EXPECT_EQ(probe.machine.advance(), progress::ready);
  EXPECT_EQ(as_text(probe.input.readable()), notice + "x");
}

TEST(Startup, SeesReadyForQueryBeforeTheEndOfTheStream) {
  startup_probe probe;
  deliver(probe.input, hello);
  EXPECT_EQ(probe.machine.end_of_stream(error(error_category::closed, "cut")), progress::ready);
}

TEST(Startup, TakesNoticesAnywhere) {
  startup_probe probe;
  EXPECT_EQ(probe.feed(notice + hello.substr(0, hello.size() - ready.size()) + notice + ready, 1), progress::ready);
  EXPECT_EQ(probe.machine.outcome().notices.size(), 2U);
}

TEST(Startup, GoesOnWithoutACancelKey) {
  startup_probe probe;
  EXPECT_EQ(probe.feed(authentication_ok + server_version + ready), progress::ready);
  EXPECT_TRUE(probe.machine.outcome().cancel_key.empty());
}

std::string failure_of(startup_probe& probe, std::string_view data, std::size_t piece = std::string_view::npos) {
  switch (probe.feed(data, piece)) {
    case progress::ready: return "ready";
    case progress::need_input: return "waits";
    case progress::failed: break;
  }
  return probe.machine.failure().text();
}

std::string failure_of(std::string_view data) {
  startup_probe whole;
  const std::string text = failure_of(whole, data);
  startup_probe bytewise;
  EXPECT_EQ(failure_of(bytewise, data, 1), text) << "byte by byte";
  return text;
}

std::string key_of(std::size_t size) { return message('K', big_endian(7, 4) + std::string(size, 'k')); }

std::string failure_of_key(std::uint32_t version, std::size_t size) {
  startup_request request = startup_probe::simple_request();
  request.version = version;
  startup_probe probe(std::move(request));
  return failure_of(probe, authentication_ok + key_of(size) + ready);
}

TEST(Startup, ChecksTheCancelKeysSize) {
  EXPECT_EQ(failure_of_key(protocol_3_0, 4), "ready");
  EXPECT_THAT(failure_of_key(protocol_3_0, 32), HasSubstr("cancel key of 32 bytes"));
  EXPECT_THAT(failure_of_key(protocol_3_0, 256), HasSubstr("cancel key of 256 bytes"));
  for (const std::size_t size : {4U, 32U, 256U}) EXPECT_EQ(failure_of_key(protocol_3_2, size), "ready") << size;
  for (const std::uint32_t version : {protocol_3_0, protocol_3_2}) {
    EXPECT_THAT(failure_of_key(version, 0), HasSubstr("BackendKeyData"));
    EXPECT_THAT(failure_of_key(version, 3), HasSubstr("BackendKeyData"));
    EXPECT_THAT(failure_of_key(version, 260), HasSubstr("impossible length"));
  }
}

TEST(Startup, ShowsThePlainTextOfAServerThatCannotStart) {
  const std::string text = "could not fork new process: Resource temporarily unavailable";
  EXPECT_EQ(failure_of("E" + text + "\n" + '\0'), "FATAL: " + text);
  startup_probe open_end;
  EXPECT_EQ(failure_of(open_end, "E" + text + "\n"), "waits");
  EXPECT_EQ(open_end.machine.wanted(), 0U) << "letters are no length";
  EXPECT_EQ(open_end.machine.end_of_stream(error(error_category::closed, "cut")), progress::failed);
  EXPECT_EQ(open_end.machine.failure().text(), "FATAL: " + text);
  startup_probe endless;
  EXPECT_EQ(failure_of(endless, "E" + std::string(29999, 'x')), "waits");
  EXPECT_EQ(endless.feed("x"), progress::failed) << "bounded";
}

TEST(Startup, ShowsTheServersError) {
  startup_probe early;
  EXPECT_EQ(failure_of(early, refuses("28P01", "no entry")), "FATAL: no entry");
  EXPECT_EQ(early.machine.failure().category(), error_category::server);
  EXPECT_EQ(early.machine.failure().sqlstate(), "28P01");
  EXPECT_TRUE(early.machine.refused_before_authentication());
  startup_probe asked;
  EXPECT_EQ(failure_of(asked, asks(3) + refuses("28P01", "wrong")), "FATAL: wrong");
  EXPECT_TRUE(asked.machine.refused_before_authentication());
  startup_probe late;
  EXPECT_EQ(failure_of(late, authentication_ok + refuses("3D000", "no such database")), "FATAL: no such database");
  EXPECT_FALSE(late.machine.refused_before_authentication());
}

TEST(Startup, DeliversErrorsThatAreNotUtf8OrEmpty) {
  EXPECT_EQ(failure_of(from_hex("450000001d53464154414c0043323850303100"
                                "4d7061737377f672640000")),
            "FATAL: passw\xf6rd");
  EXPECT_EQ(failure_of(from_hex("4500000012534552524f52004d626f6f6d0000")), "ERROR: boom");
  EXPECT_THAT(failure_of(authentication_ok + from_hex("450000000500")), HasSubstr("without a message"));
}

startup_request asking(std::uint32_t version, bool grease = false) {
  startup_request request = startup_probe::simple_request();
  request.version = version;
  if (grease) request.parameters.emplace_back("_pq_.test", "1");
  return request;
}

std::string failure_of_offer(const startup_request& request, std::uint32_t version, const std::string& options,
                             std::uint32_t count, std::uint32_t* agreed = nullptr) {
  startup_probe probe(request);
  const std::string offer = message('v', big_endian(version, 4) + big_endian(count, 4) + options);
  const std::string text = failure_of(probe, offer + hello);
  if (agreed != nullptr) *agreed = probe.machine.outcome().protocol_version;
  return text;
}

TEST(Startup, GoesDownToTheServersVersion) {
  std::uint32_t agreed = 0;
  EXPECT_EQ(failure_of_offer(asking(protocol_3_2), protocol_3_0, "", 0, &agreed), "ready");
  EXPECT_EQ(agreed, protocol_3_0);
  EXPECT_EQ(failure_of_offer(asking(protocol_3_2), 0, "", 0, &agreed), "ready") << "only the minor version";
  EXPECT_EQ(agreed, protocol_3_0);
  EXPECT_EQ(failure_of_offer(asking(0x0003270f), protocol_3_2, "", 0, &agreed), "ready");
  EXPECT_EQ(agreed, protocol_3_2);
}

TEST(Startup, KeepsToTheLeastVersion) {
  startup_request request = asking(protocol_3_2);
  request.least_version = protocol_3_2;
  EXPECT_EQ(failure_of_offer(request, protocol_3_0, "", 0),
            "the server speaks protocol 3.0 only, but min_protocol_version is 3.2");
  startup_probe agreed(request);
  EXPECT_EQ(failure_of(agreed, hello), "ready");
  EXPECT_EQ(agreed.machine.outcome().protocol_version, protocol_3_2);
}

TEST(Startup, AgreesThatAnOptionIsNotKnown) {
  std::uint32_t agreed = 0;
  const std::string option = bytes("_pq_.test\0");
  EXPECT_EQ(failure_of_offer(asking(protocol_3_2, true), protocol_3_2, option, 1, &agreed), "ready");
  EXPECT_EQ(agreed, protocol_3_2);
  EXPECT_EQ(failure_of_offer(asking(protocol_3_0, true), protocol_3_0, option, 1), "ready");
}

TEST(Startup, RefusesOffersItDidNotAskFor) {
  EXPECT_THAT(failure_of_offer(asking(protocol_3_2), protocol_3_0, bytes("_pq_.foo\0"), 1), HasSubstr("\"_pq_.foo\""));
  EXPECT_THAT(failure_of_offer(asking(protocol_3_2), protocol_3_0, bytes("user\0"), 1), HasSubstr("\"user\""));
  EXPECT_THAT(failure_of_offer(asking(protocol_3_0), protocol_3_0, "", 0), HasSubstr("no change"));
  EXPECT_THAT(failure_of_offer(asking(protocol_3_0), protocol_3_2, "", 0), HasSubstr("offers protocol 3.2"));
  EXPECT_THAT(failure_of_offer(asking(protocol_3_2), 0x00040000, "", 0), HasSubstr("protocol 4.0"));
  EXPECT_THAT(failure_of_offer(asking(protocol_3_2), 0x00020000, "", 0), HasSubstr("protocol 2.0"));
  EXPECT_THAT(failure_of_offer(asking(protocol_3_2), protocol_3_0, "", 1), HasSubstr("malformed"));
  EXPECT_THAT(failure_of_offer(asking(protocol_3_2), protocol_3_0, "", 0xffffffff), HasSubstr("malformed"));
}

TEST(Startup, NegotiatesOnceAndFirst) {
  const std::string offer = message('v', big_endian(protocol_3_0, 4) + big_endian(0, 4));
  startup_probe twice(asking(protocol_3_2));
  EXPECT_THAT(failure_of(twice, offer + offer), HasSubstr("twice"));
  startup_probe late(asking(protocol_3_2));
  EXPECT_THAT(failure_of(late, asks(3) + offer), HasSubstr("type 'v'"));
}

TEST(Startup, RefusesWhatDoesNotBelongThere) {
  EXPECT_THAT(failure_of("HTTP/1.1 400 Bad Request\r\n\r\n"), HasSubstr("expected an authentication request"));
  EXPECT_THAT(failure_of("SSH-2.0-OpenSSH"), HasSubstr("expected an authentication request"));
  EXPECT_THAT(failure_of(std::string(1, '\x15')), HasSubstr("type number 21"));
  EXPECT_THAT(failure_of("@"), HasSubstr("type '@'"));
  EXPECT_THAT(failure_of(ready), HasSubstr("type 'Z'"));
  EXPECT_THAT(failure_of(key), HasSubstr("type 'K'"));
  EXPECT_THAT(failure_of(authentication_ok + from_hex("440000000b00010000000176")), HasSubstr("received DataRow"));
  EXPECT_THAT(failure_of(authentication_ok + authentication_ok), HasSubstr("received Authentication"));
}

TEST(Startup, RefusesHostileLengths) {
  EXPECT_THAT(failure_of(from_hex("52ffffffff")), HasSubstr("impossible length"));
  EXPECT_THAT(failure_of(from_hex("5200000003")), HasSubstr("impossible length"));
  EXPECT_THAT(failure_of(from_hex("527fffffff")), HasSubstr("impossible length"));
  EXPECT_THAT(failure_of(authentication_ok + from_hex("5a0000000349")), HasSubstr("impossible length"));
  // Allowed for a running session, but nothing that start-up needs.
  EXPECT_THAT(failure_of(authentication_ok + from_hex("4530000000")), HasSubstr("too much"));
  EXPECT_THAT(failure_of(from_hex("4e30000000")), HasSubstr("too much"));
}

TEST(Startup, BoundsWhatAServerMaySend) {
  startup_probe probe;
  probe.feed(authentication_ok);
  const std::string setting = parameter("x", std::string(1000, 'v'));
  std::size_t fed = 0;
  while (probe.feed(setting) == progress::need_input && fed <= startup::greatest_bytes) fed += setting.size();
  EXPECT_LE(fed, startup::greatest_bytes);
  EXPECT_THAT(probe.machine.failure().text(), HasSubstr("too much"));
}

TEST(Startup, FailsAtOnceWhenAnAnswerIsImpossible) {
  startup_probe probe(scram_request());
  probe.feed(offers_scram);
  probe.sent();
  const std::string bad_salt = "r=" + scram_vectors::whole_nonce + ",s=!!!,i=4096";
  EXPECT_EQ(probe.feed(asks(11, bad_salt)), progress::failed);
  EXPECT_EQ(probe.sent(), "");
}

TEST(Startup, WritesNothingWithAZeroByteInIt) {
  for (const bool in_name : {true, false}) {
    startup_request request = startup_probe::simple_request();
    request.parameters.emplace_back(in_name ? bytes("a\0user") : "application_name",
                                    in_name ? "x" : bytes("x\0user\0admin"));
    startup_probe probe(std::move(request));
    EXPECT_EQ(probe.machine.advance(), progress::failed);
    EXPECT_EQ(probe.machine.failure().category(), error_category::usage);
    EXPECT_EQ(probe.sent(), "");
  }
  startup_request nameless = startup_probe::simple_request();
  nameless.parameters.emplace_back("", "x");
  EXPECT_EQ(startup_probe(std::move(nameless)).sent(), "");
}

}  // namespace
}  // namespace pgpipe::protocol
