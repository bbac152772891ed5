#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/protocol/cancel.hpp>

#include "startup_probe.hpp"

namespace pgpipe::protocol {
namespace {

using testing::HasSubstr;

const std::string ssl_request_bytes = from_hex("0000000804d2162f");

std::vector<std::byte> key_of(std::size_t size) {
  std::vector<std::byte> key;
  for (std::size_t i = 0; i != size; ++i) key.push_back(static_cast<std::byte>(i));
  return key;
}

std::string request_bytes(const std::vector<std::byte>& key) {
  return big_endian(12 + key.size(), 4) + from_hex("04d2162e") + from_hex("00000007") + std::string(as_text(key));
}

struct probe {
  explicit probe(cancel_target target) : machine(std::move(target), input, output) {}
  error end() { return {error_category::closed, "closed"}; }

  chunk_pool pool;
  input_buffer input{pool};
  output_buffer output{pool};
  cancel_machine machine;
};

TEST(Cancel, SaysTheKeyAndWaitsForTheEnd) {
  for (const std::size_t size : {std::size_t{4}, std::size_t{32}, std::size_t{256}}) {
    probe p({.process_id = 7, .key = key_of(size)});
    EXPECT_EQ(p.machine.next_action(), cancel_action::transfer);
    EXPECT_EQ(take_output(p.output), request_bytes(key_of(size)));
    EXPECT_EQ(p.machine.next_action(), cancel_action::transfer);
    p.machine.closed(p.end());
    EXPECT_EQ(p.machine.next_action(), cancel_action::done);
    p.machine.closed(p.end());
    EXPECT_EQ(p.machine.next_action(), cancel_action::done);
  }
}

TEST(Cancel, GoesOverTlsWhereTheSessionDoes) {
  probe p({.process_id = 7, .key = key_of(4), .tls = true});
  EXPECT_EQ(p.machine.next_action(), cancel_action::transfer);
  EXPECT_EQ(take_output(p.output), ssl_request_bytes);
  deliver(p.input, "S");
  EXPECT_EQ(p.machine.next_action(), cancel_action::start_tls);
  p.machine.tls_started({});
  EXPECT_EQ(p.machine.next_action(), cancel_action::transfer);
  EXPECT_EQ(take_output(p.output), request_bytes(key_of(4)));

  probe direct({.process_id = 7, .key = key_of(4), .tls = true, .negotiation = ssl_negotiation::direct});
  EXPECT_EQ(direct.machine.next_action(), cancel_action::start_tls);
  EXPECT_EQ(take_output(direct.output), "");
  direct.machine.tls_started({.application_protocol = "postgresql"});
  EXPECT_EQ(take_output(direct.output), request_bytes(key_of(4)));
}

// A key that goes out in clear text would let anybody cancel.
TEST(Cancel, NeverShowsTheKeyWithoutTheTlsThatIsDue) {
  for (const char* answer : {"N", "E", "SX", "X"}) {
    probe p({.process_id = 7, .key = key_of(4), .tls = true});
    EXPECT_EQ(take_output(p.output), ssl_request_bytes);
    deliver(p.input, answer);
    EXPECT_EQ(p.machine.next_action(), cancel_action::failed) << answer;
    EXPECT_THAT(p.machine.failure().text(), HasSubstr("does not agree to TLS"));
    EXPECT_EQ(take_output(p.output), "");
  }
  for (const auto negotiation : {ssl_negotiation::postgres, ssl_negotiation::direct}) {
    probe p({.process_id = 7, .key = key_of(4), .tls = true, .negotiation = negotiation});
    deliver(p.input, negotiation == ssl_negotiation::postgres ? "S" : "");
    EXPECT_EQ(p.machine.next_action(), cancel_action::start_tls);
    static_cast<void>(take_output(p.output));
    p.machine.tls_started({.application_protocol = "h2"});
    EXPECT_EQ(p.machine.next_action(), cancel_action::failed);
    EXPECT_EQ(take_output(p.output), "");
  }
}

TEST(Cancel, FailsWhereTheStreamEndsTooEarly) {
  probe unsent({.process_id = 7, .key = key_of(4)});
  unsent.machine.closed(unsent.end());
  EXPECT_EQ(unsent.machine.next_action(), cancel_action::failed);
  EXPECT_EQ(unsent.machine.failure().text(), "closed");
  EXPECT_TRUE(unsent.machine.failure().safe_to_retry());
  probe unanswered({.process_id = 7, .key = key_of(4), .tls = true});
  static_cast<void>(take_output(unanswered.output));
  unanswered.machine.closed(unanswered.end());
  EXPECT_EQ(unanswered.machine.next_action(), cancel_action::failed);
}

TEST(Cancel, SendsNothingWithoutAKey) {
  probe p({.process_id = 7});
  EXPECT_EQ(p.machine.next_action(), cancel_action::failed);
  EXPECT_THAT(p.machine.failure().text(), HasSubstr("no cancel key"));
  EXPECT_EQ(p.machine.failure().category(), error_category::usage);
  EXPECT_EQ(take_output(p.output), "");
}

}  // namespace
}  // namespace pgpipe::protocol
