#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/protocol/authenticator.hpp>

#include "scram_vectors.hpp"
#include "startup_probe.hpp"

namespace pgpipe::protocol {
namespace {

using namespace scram_vectors;
using testing::HasSubstr;

struct probe {
  explicit probe(credentials secret) : machine(std::move(secret)) {}
  // The answer without its header, or the error's text.
  std::string on(std::uint32_t code, std::string_view payload = {}) {
    const exact_bytes body(big_endian(code, 4) + std::string(payload));
    const result<void> handled = machine.on_message(body.span(), output);
    const std::string sent = take_output(output);
    if (handled) return sent.empty() ? sent : sent.substr(5);
    EXPECT_EQ(sent, "") << "something was sent in spite of an error";
    return "error: " + handled.error().text();
  }

  chunk_pool pool;
  output_buffer output{pool};
  authenticator machine;
};

credentials knowing(std::string_view secret) {
  credentials out;
  out.user = "alice";
  out.password = secret;
  out.nonce = nonce();
  return out;
}

credentials over_tls(channel_binding_mode mode = channel_binding_mode::prefer) {
  credentials out = knowing(password);
  out.tls = true;
  out.facts.end_point = end_point();
  out.channel_binding = mode;
  return out;
}

const std::string scram_only = bytes("SCRAM-SHA-256\0\0");
const std::string both = bytes("SCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0");
const std::string plus_only = bytes("SCRAM-SHA-256-PLUS\0\0");

std::string initial_response(std::string_view mechanism, const std::string& first) {
  return std::string(mechanism) + '\0' + big_endian(first.size(), 4) + first;
}

TEST(Authenticator, TrustsAServerThatTrusts) {
  probe trust(knowing(""));
  EXPECT_EQ(trust.on(0), "");
  EXPECT_TRUE(trust.machine.done());
  EXPECT_FALSE(trust.machine.used_password());
}

TEST(Authenticator, SendsTheCleartextPassword) {
  probe cleartext(knowing(password));
  EXPECT_EQ(cleartext.on(3), bytes("secret\0"));
  EXPECT_TRUE(cleartext.machine.used_password());
  EXPECT_FALSE(cleartext.machine.done());
  EXPECT_EQ(cleartext.on(0), "");
  EXPECT_TRUE(cleartext.machine.done());
}

TEST(Authenticator, SendsTheMd5Hash) {
  probe md5(knowing(password));
  EXPECT_EQ(md5.on(5, "\x01\x02\x03\x04"), bytes("md598a0412b9c31436fc53776e863350083\0"));
}

TEST(Authenticator, SendsLongPasswords) {
  const std::string secret(3000, 's');
  EXPECT_EQ(probe(knowing(secret)).on(3), secret + '\0');
  EXPECT_EQ(probe(knowing(secret)).on(5, "salt").size(), 36U);
}

TEST(Authenticator, GoesThroughScram) {
  probe scram(knowing(password));
  EXPECT_EQ(scram.on(10, scram_only), initial_response("SCRAM-SHA-256", unbound.client_first));
  EXPECT_EQ(scram.on(11, server_first), unbound.client_final);
  EXPECT_EQ(scram.on(12, unbound.server_final), "");
  EXPECT_EQ(scram.on(0), "");
  EXPECT_TRUE(scram.machine.done());
}

TEST(Authenticator, BindsTheChannelWhereItCan) {
  probe scram(over_tls(channel_binding_mode::require));
  EXPECT_EQ(scram.on(10, both), initial_response("SCRAM-SHA-256-PLUS", bound.client_first));
  EXPECT_EQ(scram.on(11, server_first), bound.client_final);
  EXPECT_EQ(scram.on(12, bound.server_final), "");
  EXPECT_EQ(scram.on(0), "");
}

TEST(Authenticator, ChoosesTheMechanism) {
  EXPECT_EQ(probe(over_tls()).on(10, both), initial_response("SCRAM-SHA-256-PLUS", bound.client_first));
  EXPECT_EQ(probe(over_tls()).on(10, plus_only), initial_response("SCRAM-SHA-256-PLUS", bound.client_first));
  EXPECT_EQ(probe(over_tls()).on(10, scram_only), initial_response("SCRAM-SHA-256", not_offered.client_first));
  EXPECT_EQ(probe(over_tls(channel_binding_mode::disable)).on(10, both),
            initial_response("SCRAM-SHA-256", unbound.client_first));
  credentials unable = over_tls();
  unable.facts.end_point.clear();
  EXPECT_EQ(probe(unable).on(10, both), initial_response("SCRAM-SHA-256", unbound.client_first));
  EXPECT_EQ(probe(unable).on(10, scram_only), initial_response("SCRAM-SHA-256", unbound.client_first));
}

TEST(Authenticator, RefusesPlusWithoutTls) {
  EXPECT_THAT(probe(knowing(password)).on(10, plus_only), HasSubstr("SCRAM-SHA-256-PLUS on a stream without TLS"));
  EXPECT_THAT(probe(knowing(password)).on(10, both), HasSubstr("SCRAM-SHA-256-PLUS on a stream without TLS"));
}

TEST(Authenticator, SendsNothingWhereBindingIsDemandedAndMissing) {
  using enum channel_binding_mode;
  EXPECT_THAT(probe(over_tls(require)).on(3), HasSubstr("channel binding is required"));
  EXPECT_THAT(probe(over_tls(require)).on(5, "salt"), HasSubstr("channel binding is required"));
  EXPECT_THAT(probe(over_tls(require)).on(0), HasSubstr("channel binding is required"));
  EXPECT_THAT(probe(over_tls(require)).on(10, scram_only), HasSubstr("does not offer SCRAM-SHA-256-PLUS"));
  credentials plain = knowing(password);
  plain.channel_binding = require;
  EXPECT_THAT(probe(plain).on(10, scram_only), HasSubstr("does not use TLS"));
  credentials unable = over_tls(require);
  unable.facts.end_point.clear();
  EXPECT_THAT(probe(unable).on(10, both), HasSubstr("gives no hash"));
}

credentials demanding(std::string_view require_auth) {
  credentials out = knowing(password);
  out.require_auth = *auth_requirement::parse(require_auth);
  return out;
}

// Nothing is sent in a way that was not allowed: the probe checks that the output stays empty.
TEST(Authenticator, GoesAlongWithAllowedMethodsOnly) {
  EXPECT_EQ(probe(demanding("scram-sha-256")).on(3),
            "error: require_auth=scram-sha-256 is not met: the server asks for cleartext password authentication");
  EXPECT_THAT(probe(demanding("scram-sha-256")).on(5, "salt"), HasSubstr("asks for MD5 password"));
  EXPECT_THAT(probe(demanding("scram-sha-256")).on(0), HasSubstr("lets the client in without authentication"));
  EXPECT_THAT(probe(demanding("scram-sha-256")).on(7), HasSubstr("GSSAPI"));
  EXPECT_EQ(probe(demanding("scram-sha-256")).on(10, scram_only),
            initial_response("SCRAM-SHA-256", unbound.client_first));
  EXPECT_EQ(probe(demanding("password,none")).on(3), bytes("secret\0"));
  EXPECT_EQ(probe(demanding("password,none")).on(0), "");
  EXPECT_THAT(probe(demanding("none")).on(3), HasSubstr("require_auth=none is not met"));
  EXPECT_THAT(probe(demanding("!password")).on(3), HasSubstr("require_auth=!password is not met"));
  EXPECT_THAT(probe(demanding("!none")).on(0), HasSubstr("require_auth=!none is not met"));
  EXPECT_EQ(probe(demanding("!none,!md5")).on(3), bytes("secret\0"));
  EXPECT_EQ(probe(demanding("!md5")).on(0), "");
}

TEST(Authenticator, DemandsThatTheCertificateWasSeen) {
  const auto answer = [](bool requested, bool sent) {
    credentials out = over_tls();
    out.certificate = ssl_cert_mode::require;
    out.facts.certificate_requested = requested;
    out.facts.certificate_sent = sent;
    return probe(out).on(0);
  };
  EXPECT_EQ(answer(true, true), "");
  EXPECT_THAT(answer(true, false), HasSubstr("sslcertmode=require is not met: the server let the client in without"));
  EXPECT_THAT(answer(false, false), HasSubstr("sslcertmode=require is not met: the server did not ask"));
}

// The keys that belong to the vectors' password, salt and iterations.
scram_keys vector_keys() {
  scram_keys keys;
  const std::string client = from_hex("d9d5a07978b0e1f13ce08d29328990079c398c5b740c2f966c7447b15ea03957");
  const std::string server = from_hex("f78dc0b135fc8dfe7ff4a71058094ab263031fe44bda72bdc375c990fd626208");
  std::memcpy(keys.client.data(), client.data(), keys.client.size());
  std::memcpy(keys.server.data(), server.data(), keys.server.size());
  return keys;
}

TEST(Authenticator, LogsInByScramKeysWithoutAPassword) {
  credentials out = knowing("");
  out.keys = vector_keys();
  probe scram(out);
  EXPECT_EQ(scram.on(10, scram_only), initial_response("SCRAM-SHA-256", unbound.client_first));
  EXPECT_EQ(scram.on(11, server_first), unbound.client_final);
  EXPECT_EQ(scram.on(12, unbound.server_final), "");
  EXPECT_EQ(scram.on(0), "");
  EXPECT_TRUE(scram.machine.done());
  probe cleartext(out);
  EXPECT_EQ(cleartext.on(3), "error: no password supplied") << "keys are of no use there";
}

TEST(Authenticator, SaysThatAPasswordIsMissing) {
  for (const std::uint32_t code : {3U, 5U, 10U}) {
    probe missing(knowing(""));
    EXPECT_EQ(missing.on(code, code == 5 ? "salt" : code == 10 ? scram_only : ""), "error: no password supplied");
    EXPECT_TRUE(missing.machine.needs_password());
    EXPECT_TRUE(missing.machine.used_password());
  }
}

TEST(Authenticator, NamesWhatItDoesNotSupport) {
  EXPECT_THAT(probe(knowing(password)).on(2), HasSubstr("Kerberos"));
  EXPECT_THAT(probe(knowing(password)).on(7), HasSubstr("GSSAPI"));
  EXPECT_THAT(probe(knowing(password)).on(9), HasSubstr("SSPI"));
  EXPECT_THAT(probe(knowing(password)).on(4, "xx"), HasSubstr("crypt"));
  EXPECT_THAT(probe(knowing(password)).on(99), HasSubstr("number 99"));
  EXPECT_THAT(probe(knowing(password)).on(10, bytes("OAUTHBEARER\0\0")), HasSubstr("none of the server's SASL"));
}

TEST(Authenticator, RefusesMalformedRequests) {
  EXPECT_THAT(probe(knowing(password)).on(5, "ab"), HasSubstr("malformed MD5 password"));
  EXPECT_THAT(probe(knowing(password)).on(10, bytes("\0")), HasSubstr("malformed SASL"));
  EXPECT_THAT(probe(knowing(password)).on(10), HasSubstr("malformed SASL"));
  EXPECT_THAT(probe(knowing(password)).on(3, "x"), HasSubstr("malformed cleartext password"));
}

TEST(Authenticator, RefusesMessagesOutOfOrder) {
  EXPECT_THAT(probe(knowing(password)).on(11, server_first), HasSubstr("out of order"));
  EXPECT_THAT(probe(knowing(password)).on(12, "v=abc"), HasSubstr("was not begun"));

  probe asked_twice(knowing(password));
  asked_twice.on(3);
  EXPECT_THAT(asked_twice.on(3), HasSubstr("out of order"));
  EXPECT_THAT(asked_twice.on(10, scram_only), HasSubstr("out of order"));

  probe downgraded(knowing(password));
  downgraded.on(10, scram_only);
  EXPECT_THAT(downgraded.on(3), HasSubstr("out of order")) << "the password must not leave";
  EXPECT_THAT(downgraded.on(12, unbound.server_final), HasSubstr("malformed SCRAM"));

  probe done(knowing(password));
  done.on(0);
  EXPECT_THAT(done.on(0), HasSubstr("twice"));
  EXPECT_THAT(done.on(3), HasSubstr("out of order"));
}

TEST(Authenticator, LetsNoServerSkipItsProof) {
  probe early(knowing(password));
  early.on(10, scram_only);
  EXPECT_THAT(early.on(0), HasSubstr("before it has proved itself"));

  probe late(knowing(password));
  late.on(10, scram_only);
  late.on(11, server_first);
  EXPECT_THAT(late.on(0), HasSubstr("before it has proved itself"));

  probe forged(knowing(password));
  forged.on(10, scram_only);
  forged.on(11, server_first);
  EXPECT_THAT(forged.on(12, "v=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="), HasSubstr("incorrect server signature"));
  EXPECT_FALSE(forged.machine.done());
}

}  // namespace
}  // namespace pgpipe::protocol
