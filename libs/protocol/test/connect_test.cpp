#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/protocol/connect.hpp>

#include "connect_probe.hpp"

namespace pgpipe::protocol {
namespace {

using namespace server_says;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

TEST(Connect, GoesStraightOverAUnixSocket) {
  connect_probe probe("host=/tmp port=7 sslmode=require");
  EXPECT_EQ(probe.machine.next_action(), connect_action::resolve);
  EXPECT_TRUE(probe.machine.target().is_unix_socket());
  EXPECT_EQ(probe.machine.target().socket_path(), "/tmp/.s.PGSQL.7");
  probe.resolve({""}).dial_plain().say(hello + "behind").expect_done();
  EXPECT_FALSE(probe.machine.uses_tls());
  EXPECT_EQ(probe.machine.outcome().process_id, 7);
  EXPECT_EQ(as_text(probe.input.readable()), "behind");
}

TEST(Connect, RepeatsItsAnswerUntilTheDriverReports) {
  connect_probe probe("host=h sslmode=disable");
  for (int i = 0; i != 3; ++i) EXPECT_EQ(probe.machine.next_action(), connect_action::resolve);
  probe.resolve();
  for (int i = 0; i != 3; ++i) EXPECT_EQ(probe.machine.next_action(), connect_action::dial);
  probe.dial();
  for (int i = 0; i != 3; ++i) EXPECT_EQ(probe.machine.next_action(), connect_action::transfer);
  probe.say(hello);
  for (int i = 0; i != 3; ++i) probe.expect_done();
}

TEST(Connect, TriesAddressesThenHosts) {
  connect_probe probe("host=a,b port=1,2 sslmode=disable");
  EXPECT_EQ(probe.machine.target().host, "a");
  probe.resolve({"10.0.0.1", "10.0.0.2"});
  EXPECT_EQ(probe.machine.address(), 0U);
  EXPECT_EQ(probe.machine.attempt(), 1U);
  probe.fail_dial();
  EXPECT_EQ(probe.machine.address(), 1U);
  EXPECT_EQ(probe.machine.attempt(), 2U);
  probe.fail_dial();
  EXPECT_EQ(probe.machine.next_action(), connect_action::resolve);
  EXPECT_EQ(probe.machine.target().host, "b");
  EXPECT_EQ(probe.machine.host_index(), 1U);
  probe.resolve({"10.0.0.3"}).dial_plain().say(hello).expect_done();
}

TEST(Connect, SkipsHostsWithoutAnAddress) {
  connect_probe probe("host=a,b,c sslmode=disable");
  probe.fail_resolve();
  probe.resolve({});
  probe.resolve().dial_plain().say(hello).expect_done();
  EXPECT_EQ(probe.machine.failures()[0].text(), "no such name");
  EXPECT_EQ(probe.machine.failures()[1].text(), "host name \"b\" has no address");
}

TEST(Connect, SkipsSocketPathsThatAreTooLong) {
  const std::string longest(107 - std::string("/.s.PGSQL.5432").size(), 'x');
  connect_probe fits("host=/" + longest.substr(1));
  EXPECT_EQ(fits.machine.next_action(), connect_action::resolve);
  connect_probe too_long("host=/" + longest);
  EXPECT_THAT(too_long.failure(), HasSubstr("is too long (maximum 107 bytes)"));
  connect_probe next("host=/" + longest + ",b");
  EXPECT_EQ(next.machine.next_action(), connect_action::resolve);
  EXPECT_EQ(next.machine.target().host, "b");
}

TEST(Connect, TellsWhereEachAttemptFailed) {
  connect_probe probe("host=a,/tmp hostaddr=10.0.0.9, port=1,2");
  probe.resolve({"10.0.0.9"}).fail_dial().resolve({""}).fail_dial();
  const std::string first = "connection to server at \"a\" (10.0.0.9), port 1 failed: connection refused";
  const std::string second = "connection to server on socket \"/tmp/.s.PGSQL.2\" failed: connection refused";
  EXPECT_EQ(probe.failure(), first + "; " + second);
  ASSERT_EQ(probe.machine.failures().size(), 2U);
  EXPECT_EQ(probe.machine.failures()[0].text(), first);
  EXPECT_EQ(probe.machine.failures()[1].text(), second);
  EXPECT_TRUE(probe.machine.failure().safe_to_retry());
  connect_probe numeric("host=10.0.0.1");
  numeric.resolve({"10.0.0.1"}).fail_dial();
  EXPECT_EQ(numeric.failure(), "connection to server at \"10.0.0.1\", port 5432 failed: connection refused");
}

TEST(Connect, GivesEachAddressItsOwnTime) {
  connect_probe probe("host=a,b sslmode=disable connect_timeout=2");
  EXPECT_EQ(probe.machine.connect_timeout().count(), 2);
  probe.resolve({"10.0.0.1", "10.0.0.2"});
  probe.machine.timed_out();
  EXPECT_EQ(probe.machine.attempt(), 2U);
  EXPECT_EQ(probe.machine.address(), 1U);
  probe.dial_plain();
  probe.machine.timed_out();
  EXPECT_EQ(probe.machine.target().host, "b");
  probe.machine.timed_out();
  EXPECT_THAT(probe.failure(), EndsWith("port 5432 failed: timeout expired"));
  EXPECT_EQ(probe.machine.failure().category(), error_category::timeout);
  probe.machine.timed_out();
  EXPECT_EQ(probe.machine.failures().size(), 3U) << "nothing times out behind the end";
}

TEST(Connect, FailsWhereLibpqDoesNotTryAnotherHost) {
  for (const std::string& said :
       {refuses("53300", "too many"), refuses("28P01", "wrong"), refuses("57P01", "admin"),
        authentication_ok + refuses("3D000", "none"), authentication_ok + refuses("57P03", "x"),
        std::string("HTTP/1.1 400"), asks(99), bytes("Ecannot fork\n\0")}) {
    connect_probe probe("host=a,b sslmode=disable");
    probe.resolve().dial_plain().say(said);
    EXPECT_THAT(probe.failure(), HasSubstr("at \"a\"")) << said;
    EXPECT_EQ(probe.machine.failures().size(), 1U);
  }
  connect_probe closed("host=a,b sslmode=disable");
  closed.resolve().dial_plain().hang_up();
  EXPECT_THAT(closed.failure(), EndsWith("the server closed the connection"));
}

TEST(Connect, LeavesAHostThatCannotConnectNow) {
  for (const char* mode : {"disable", "allow", "prefer"}) {
    connect_probe probe(std::string("host=a,b sslmode=") + mode);
    probe.resolve();
    if (std::string(mode) == "prefer") {
      probe.dial_tls();
    } else {
      probe.dial_plain();
    }
    probe.say(refuses("57P03", "starting up"));
    EXPECT_EQ(probe.machine.next_action(), connect_action::resolve) << mode;
    EXPECT_EQ(probe.machine.target().host, "b");
  }
  connect_probe asked_first("host=a,b sslmode=disable");
  asked_first.resolve().dial_plain().say(offers_scram + refuses("57P03", "shutting down"));
  EXPECT_EQ(asked_first.machine.next_action(), connect_action::resolve);
}

TEST(Connect, PrefersTls) {
  connect_probe probe("host=h");
  probe.resolve().dial_tls().say(hello).expect_done();
  EXPECT_TRUE(probe.machine.uses_tls());
}

TEST(Connect, AcceptsThatAServerHasNoTls) {
  connect_probe prefer("host=h sslmode=prefer");
  prefer.resolve().dial().sent(ssl_request_bytes).say("N").sent_startup().say(hello).expect_done();
  EXPECT_FALSE(prefer.machine.uses_tls());
  for (const char* mode : {"require", "verify-ca", "verify-full"}) {
    connect_probe probe(std::string("host=h,other sslmode=") + mode);
    probe.resolve().dial().sent(ssl_request_bytes).say("N");
    EXPECT_THAT(probe.failure(), EndsWith("the server does not support TLS, but sslmode requires it"));
    EXPECT_EQ(take_output(probe.output), "");
  }
}

TEST(Connect, RefusesBytesBeforeTheHandshake) {
  for (const char* answer : {"S", "N"}) {
    connect_probe probe("host=h,other");
    probe.resolve().dial().sent(ssl_request_bytes).say(answer + hello);
    EXPECT_THAT(probe.failure(), HasSubstr("unencrypted data"));
    EXPECT_EQ(take_output(probe.output), "");
  }
}

TEST(Connect, RefusesOtherAnswersToTheSslRequest) {
  connect_probe error_answer("host=h");
  error_answer.resolve().dial().say(bytes("ETEST error\n\0"));
  EXPECT_THAT(error_answer.failure(), EndsWith("the server sent an error response to the SSL request"));
  EXPECT_THAT(error_answer.failure(), Not(HasSubstr("TEST")));
  connect_probe junk("host=h");
  junk.resolve().dial().say("X");
  EXPECT_THAT(junk.failure(), HasSubstr("invalid response"));
  connect_probe closed("host=h");
  closed.resolve().dial().hang_up();
  EXPECT_THAT(closed.failure(), EndsWith("the server closed the connection"));
}

TEST(Connect, TriesPlainWhereTlsFailsOrIsRefused) {
  connect_probe handshake("host=h");
  handshake.resolve().dial().say("S").fail_tls();
  EXPECT_EQ(handshake.machine.attempt(), 1U) << "still the same address";
  handshake.dial_plain().say(hello).expect_done();
  EXPECT_FALSE(handshake.machine.uses_tls());

  connect_probe refused("host=h");
  refused.resolve().dial_tls().say(refuses("28000", "no TLS users")).dial_plain().say(hello).expect_done();

  connect_probe both("host=h,other");
  both.resolve().dial_tls().say(refuses("28000", "first")).dial_plain().say(refuses("28000", "second"));
  EXPECT_THAT(both.failure(), HasSubstr("first"));
  EXPECT_THAT(both.failure(), EndsWith("second"));
  EXPECT_EQ(both.machine.failure().sqlstate(), "28000");
}

TEST(Connect, TriesTlsWherePlainIsRefused) {
  connect_probe probe("host=h sslmode=allow");
  probe.resolve().dial_plain().say(refuses("28000", "TLS only")).dial_tls().say(hello).expect_done();
  EXPECT_TRUE(probe.machine.uses_tls());

  connect_probe none("host=h sslmode=allow");
  none.resolve()
      .dial_plain()
      .say(refuses("28000", "first"))
      .dial()
      .sent(ssl_request_bytes)
      .say("N")
      .sent_startup()
      .say(refuses("28000", "again"));
  EXPECT_THAT(none.failure(), EndsWith("again"));

  connect_probe broken_tls("host=h sslmode=allow");
  broken_tls.resolve().dial_plain().say(refuses("28000", "TLS only")).dial().say("S").fail_tls();
  EXPECT_THAT(broken_tls.failure(), EndsWith("handshake failed"));
}

TEST(Connect, NeverFallsBackWhereTlsIsRequired) {
  for (const char* mode : {"require", "verify-ca", "verify-full"}) {
    connect_probe handshake(std::string("host=h sslmode=") + mode);
    handshake.resolve().dial().say("S").fail_tls();
    EXPECT_THAT(handshake.failure(), EndsWith("handshake failed"));
    connect_probe refused(std::string("host=h sslmode=") + mode);
    refused.resolve().dial_tls().say(refuses("28000", "no"));
    EXPECT_THAT(refused.failure(), EndsWith("FATAL: no"));
  }
}

TEST(Connect, TriesTheNextAddressFromTheStart) {
  connect_probe probe("host=h");
  probe.resolve({"10.0.0.1", "10.0.0.2"}).dial().say("S").fail_tls().fail_dial();
  EXPECT_EQ(probe.machine.address(), 1U);
  probe.dial_tls().say(hello).expect_done();
}

TEST(Connect, StartsAuthenticationCleanForEachStream) {
  connect_probe probe("host=a,b sslmode=disable");
  probe.resolve().dial_plain().say(offers_scram);
  EXPECT_EQ(probe.machine.next_action(), connect_action::transfer);
  EXPECT_THAT(take_output(probe.output), HasSubstr("SCRAM-SHA-256"));
  probe.machine.timed_out();
  probe.resolve().dial_plain().say(offers_scram);
  EXPECT_EQ(probe.machine.next_action(), connect_action::transfer);
  EXPECT_THAT(take_output(probe.output), HasSubstr("SCRAM-SHA-256"));
  probe.machine.timed_out();

  connect_probe trusting("host=a,b sslmode=disable");
  trusting.resolve().dial_plain().say(asks(3)).say("");
  trusting.machine.timed_out();
  trusting.resolve().dial_plain().say(hello).expect_done();
  EXPECT_FALSE(trusting.machine.outcome().used_password) << "that of the second";
}

TEST(Connect, ForgetsTheOldStreamsBytes) {
  connect_probe probe("host=a,b sslmode=disable");
  probe.resolve().dial().say(hello.substr(0, 3));
  probe.machine.timed_out();
  probe.resolve().dial_plain().say(hello).expect_done();
}

TEST(Connect, BindsTheChannelOverTls) {
  connect_probe probe("host=h channel_binding=require sslmode=require");
  probe.resolve().dial_tls().say(offers_both);
  EXPECT_EQ(probe.machine.next_action(), connect_action::transfer);
  EXPECT_THAT(take_output(probe.output), HasSubstr("p=tls-server-end-point"));
  connect_probe plain("host=h channel_binding=require sslmode=disable");
  plain.resolve().dial_plain().say(offers_scram);
  EXPECT_THAT(plain.failure(), HasSubstr("channel binding is required"));
}

TEST(Connect, NamesTheServerForTls) {
  const auto request_for = [](const std::string& text) {
    connect_probe probe(text);
    probe.resolve().dial().say("S");
    EXPECT_EQ(probe.machine.next_action(), connect_action::start_tls);
    return probe.machine.tls();
  };
  EXPECT_EQ(request_for("host=db.example.com sslmode=verify-full").server_name, "db.example.com");
  EXPECT_EQ(request_for("host=db.example.com sslmode=verify-full").verify, ssl_mode::verify_full);
  EXPECT_EQ(request_for("host=db.example.com").sni, "db.example.com");
  EXPECT_EQ(request_for("host=db.example.com sslsni=0").sni, "");
  EXPECT_EQ(request_for("host=127.0.0.1").sni, "");
  EXPECT_EQ(request_for("host=::1").sni, "");
  EXPECT_EQ(request_for("hostaddr=10.0.0.1").sni, "");
  EXPECT_EQ(request_for("host=h hostaddr=10.0.0.1").sni, "h");
}

TEST(Connect, NeedsANameToVerify) {
  connect_probe probe("hostaddr=10.0.0.1 sslmode=verify-full");
  probe.resolve().dial().say("S");
  EXPECT_THAT(probe.failure(), HasSubstr("needs a host name"));
}

TEST(Connect, SaysThatAPasswordIsNeeded) {
  connect_options options = options_of("host=h sslmode=disable");
  options.hosts[0].password.clear();
  connect_probe probe(options);
  probe.resolve().dial_plain().say(asks(3));
  EXPECT_THAT(probe.failure(), EndsWith("no password supplied"));
  EXPECT_TRUE(probe.machine.needs_password());
}

TEST(Connect, UsesEachHostsOwnPassword) {
  connect_options options = options_of("host=a,b sslmode=disable");
  options.hosts[0].password = "first";
  options.hosts[1].password = "second";
  connect_probe probe(options);
  probe.resolve().fail_dial().resolve().dial_plain().say(asks(3)).sent(message('p', bytes("second\0")));
}

TEST(Connect, WritesNothingWithAZeroByteInIt) {
  const auto refused = [](const std::function<void(connect_options&)>& spoil) {
    connect_options options = options_of("host=h sslmode=disable");
    spoil(options);
    connect_probe probe(std::move(options));
    EXPECT_THAT(probe.failure(), Not(HasSubstr("secret")));
    EXPECT_EQ(probe.machine.failure().category(), error_category::usage);
    EXPECT_EQ(take_output(probe.output), "");
  };
  refused([](connect_options& options) { options.application_name = bytes("x\0user\0admin"); });
  refused([](connect_options& options) { options.user = bytes("a\0b"); });
  refused([](connect_options& options) { options.settings.emplace_back(bytes("a\0b"), "c"); });
  refused([](connect_options& options) { options.hosts[0].host = bytes("a\0b"); });
  refused([](connect_options& options) { options.hosts[0].password = bytes("secret\0b"); });
  refused([](connect_options& options) { options.hosts.clear(); });
}

// A network on which everything fails: the machine must come to its end by itself, and tell no secrets.
void expect_end(connect_probe& probe) {
  for (int i = 0; i != 100; ++i) {
    switch (probe.machine.next_action()) {
      case connect_action::resolve: probe.fail_resolve(); break;
      case connect_action::dial: probe.fail_dial(); break;
      case connect_action::start_tls: probe.fail_tls(); break;
      case connect_action::transfer: probe.hang_up(); break;
      case connect_action::done: FAIL() << "done on a dead network";
      case connect_action::failed:
        EXPECT_THAT(probe.failure(), Not(HasSubstr("secret")));
        EXPECT_FALSE(probe.machine.failures().empty());
        return;
    }
  }
  FAIL() << "no end";
}

using script = std::vector<std::function<void(connect_probe&)>>;

// A long way: every kind of failure that goes on, then success.
script long_way() {
  return {[](connect_probe& p) { p.fail_resolve(); }, [](connect_probe& p) { p.resolve({"10.0.0.1", "10.0.0.2"}); },
          [](connect_probe& p) { p.fail_dial(); },    [](connect_probe& p) { p.dial(); },
          [](connect_probe& p) { p.say("S"); },       [](connect_probe& p) { p.fail_tls(); },
          [](connect_probe& p) { p.dial(); },         [](connect_probe& p) { p.say(refuses("57P03", "starting up")); },
          [](connect_probe& p) { p.resolve(); },      [](connect_probe& p) { p.dial(); },
          [](connect_probe& p) { p.say("S"); },       [](connect_probe& p) { p.start_tls(); },
          [](connect_probe& p) { p.say(asks(3)); },   [](connect_probe& p) { p.say(refuses("28P01", "no")); },
          [](connect_probe& p) { p.dial(); },         [](connect_probe& p) { p.say(hello); }};
}

TEST(Connect, FindsItsWay) {
  connect_probe probe("host=a,b,c");
  for (const auto& step : long_way()) step(probe);
  ASSERT_EQ(probe.machine.next_action(), connect_action::done) << probe.machine.failure().text();
  EXPECT_FALSE(probe.machine.uses_tls());
  EXPECT_EQ(probe.machine.attempt(), 3U);
  EXPECT_EQ(probe.machine.failures().size(), 5U);
}

TEST(Connect, EndsWhereverTheNetworkDies) {
  const script steps = long_way();
  for (std::size_t cut = 0; cut != steps.size(); ++cut) {
    for (const bool late : {false, true}) {
      connect_probe probe("host=a,b,c");
      for (std::size_t i = 0; i != cut; ++i) steps[i](probe);
      if (late) probe.machine.timed_out();
      expect_end(probe);
    }
  }
}

}  // namespace
}  // namespace pgpipe::protocol
