#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/protocol/scram.hpp>

#include "scram_vectors.hpp"

namespace pgpipe::protocol {
namespace {

using namespace scram_vectors;
using testing::HasSubstr;

void expect_exchange(scram_client& client, const exchange& expected) {
  EXPECT_EQ(client.first_message(), expected.client_first);
  const result<std::string> answer = client.final_message(server_first);
  ASSERT_TRUE(answer) << answer.error().text();
  EXPECT_EQ(*answer, expected.client_final);
  const result<void> verified = client.verify(expected.server_final);
  EXPECT_TRUE(verified) << verified.error().text();
}

std::string refusal(std::string_view challenge, scram_limits limits = {}) {
  scram_client client(password, nonce(), scram_binding::unsupported, {}, limits);
  const result<std::string> answer = client.final_message(challenge);
  if (answer) return "answered " + *answer;
  EXPECT_EQ(answer.error().category(), error_category::protocol);
  EXPECT_THAT(answer.error().text(), Not(HasSubstr(password)));
  return answer.error().text();
}

TEST(Scram, ProvesThePasswordAndVerifiesTheServer) {
  scram_client client(password, nonce());
  EXPECT_EQ(client.mechanism(), "SCRAM-SHA-256");
  expect_exchange(client, unbound);
}

TEST(Scram, SaysThatItCouldHaveBoundTheChannel) {
  scram_client client(password, nonce(), scram_binding::not_offered);
  EXPECT_EQ(client.mechanism(), "SCRAM-SHA-256");
  expect_exchange(client, not_offered);
}

TEST(Scram, BindsTheChannel) {
  scram_client client(password, nonce(), scram_binding::used, end_point());
  EXPECT_EQ(client.mechanism(), "SCRAM-SHA-256-PLUS");
  expect_exchange(client, bound);
}

TEST(Scram, HashesThePreparedPassword) {
  scram_client written("secret\xc2\xad", nonce());
  expect_exchange(written, unbound);
}

TEST(Scram, AcceptsOneIterationUnlessAMinimumIsAsked) {
  const std::string weak = "r=" + whole_nonce + ",s=" + salt + ",i=1";
  scram_client client(password, nonce());
  EXPECT_THAT(*client.final_message(weak), HasSubstr("p=dYmKBg72zanUgzOLkhqlZ9woRBC2Col80fQesNUy2qg="));
  EXPECT_THAT(refusal(weak, {.least_iterations = 4096}), HasSubstr("at least 4096"));
  EXPECT_THAT(refusal(server_first, {.least_iterations = 4096}), HasSubstr("answered"));
}

TEST(Scram, RefusesToBurnItsTime) {
  const std::string front = "r=" + whole_nonce + ",s=" + salt + ",i=";
  EXPECT_THAT(refusal(front + "2147483647"), HasSubstr("2147483647 SCRAM iterations; at most 10000000"));
  EXPECT_THAT(refusal(front + "10000001"), HasSubstr("at most 10000000"));
  EXPECT_THAT(refusal(front + "99999999999999999999"), HasSubstr("at most 10000000"));
  EXPECT_THAT(refusal(front + "4097", {.greatest_iterations = 4096}), HasSubstr("at most 4096"));
}

TEST(Scram, RefusesBadIterationCounts) {
  for (const char* count : {"0", "-5", "4096x", "", "+1", " 1", "0x10", "1.5"}) {
    EXPECT_THAT(refusal("r=" + whole_nonce + ",s=" + salt + ",i=" + count), HasSubstr("invalid iteration count"));
  }
  EXPECT_THAT(refusal("r=" + whole_nonce + ",s=" + salt), HasSubstr("no iteration count"));
}

TEST(Scram, RefusesANonceNotBuiltOnItsOwn) {
  const std::string rest = ",s=" + salt + ",i=4096";
  EXPECT_THAT(refusal("r=abcdef" + rest), HasSubstr("nonce"));
  EXPECT_THAT(refusal("r=" + rest), HasSubstr("nonce"));
  EXPECT_THAT(refusal("r=" + client_nonce.substr(1) + "xyzzy" + rest), HasSubstr("nonce"));
  EXPECT_THAT(refusal("r=" + client_nonce.substr(0, 20) + rest), HasSubstr("nonce"));
  EXPECT_THAT(refusal("r=" + client_nonce + rest), HasSubstr("nonce")) << "the server added nothing";
}

TEST(Scram, RefusesMalformedChallenges) {
  const std::string nonce_part = "r=" + whole_nonce;
  for (const std::string& challenge :
       {std::string(), std::string("r"), std::string("r="), std::string(","), "s=" + salt + "," + nonce_part + ",i=1",
        "m=x," + server_first, nonce_part + ",s=!!!,i=1", nonce_part + ",s=,i=1", nonce_part + ",s=QQ,i=1",
        server_first + ",x=y", std::string("e=no"), nonce_part + ",,s=" + salt + ",i=1"}) {
    EXPECT_THAT(refusal(challenge), HasSubstr("malformed SCRAM message")) << challenge;
  }
}

TEST(Scram, RefusesAServerThatDoesNotKnowThePassword) {
  scram_client client(password, nonce());
  ASSERT_TRUE(client.final_message(server_first));
  std::string forged = unbound.server_final;
  for (std::size_t i = 2; i != forged.size() - 1; ++i) {
    const char held = forged[i];
    forged[i] = held == 'A' ? 'B' : 'A';
    EXPECT_FALSE(client.verify(forged)) << i;
    forged[i] = held;
  }
  EXPECT_THAT(client.verify("v=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=").error().text(),
              HasSubstr("incorrect server signature"));
  EXPECT_THAT(client.verify("v=AAAA").error().text(), HasSubstr("incorrect server signature"));
  EXPECT_THAT(client.verify("v=").error().text(), HasSubstr("incorrect server signature"));
}

TEST(Scram, RefusesMalformedEnds) {
  scram_client client(password, nonce());
  ASSERT_TRUE(client.final_message(server_first));
  for (const std::string& end : {std::string(), std::string("v"), std::string("v=!!!!"), unbound.server_final + ",x=y",
                                 "x=y," + unbound.server_final}) {
    const result<void> verified = client.verify(end);
    ASSERT_FALSE(verified) << end;
    EXPECT_THAT(verified.error().text(), HasSubstr("malformed SCRAM message")) << end;
  }
}

TEST(Scram, ShowsTheServersRefusal) {
  scram_client client(password, nonce());
  ASSERT_TRUE(client.final_message(server_first));
  EXPECT_THAT(client.verify("e=other-error").error().text(), HasSubstr("other-error"));
}

TEST(Scram, RefusesAnEndBeforeItsProof) {
  const scram_client client(password, nonce());
  EXPECT_FALSE(client.verify("v=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="));
}

}  // namespace
}  // namespace pgpipe::protocol
