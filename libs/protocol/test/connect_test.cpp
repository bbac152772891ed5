#include <functional>
#include <map>
#include <set>

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

TEST(Connect, StartsTlsAtOnceWhereThatIsAgreed) {
  connect_probe probe("host=h sslmode=require sslnegotiation=direct");
  probe.resolve().dial();
  EXPECT_EQ(take_output(probe.output), "") << "nothing goes before the handshake";
  EXPECT_EQ(probe.machine.next_action(), connect_action::start_tls);
  probe.machine.tls_started({.application_protocol = "postgresql"});
  probe.sent_startup().say(hello).expect_done();

  connect_probe silent("host=h,other sslmode=require sslnegotiation=direct");
  silent.resolve().dial().start_tls();
  EXPECT_THAT(silent.failure(), HasSubstr("sslnegotiation=direct needs a server that answers ALPN"));
  EXPECT_EQ(take_output(silent.output), "");

  connect_probe unix_socket("host=/tmp sslmode=require sslnegotiation=direct");
  unix_socket.resolve({""}).dial_plain();
}

TEST(Connect, RefusesAnotherApplicationProtocol) {
  for (const char* more : {"", " sslnegotiation=direct"}) {
    connect_probe probe(std::string("host=h sslmode=require") + more);
    probe.resolve().dial();
    if (*more == '\0') probe.say("S");
    EXPECT_EQ(probe.machine.next_action(), connect_action::start_tls);
    probe.machine.tls_started({.application_protocol = "h2"});
    EXPECT_THAT(probe.failure(), HasSubstr("unexpected application protocol"));
    EXPECT_EQ(take_output(probe.output), more[0] == '\0' ? ssl_request_bytes : "");
  }
}

TEST(Connect, ComparesTheUserBehindAUnixSocket) {
  const auto dialled = [](const std::string& conninfo, const result<std::string>& peer) {
    connect_probe probe(conninfo);
    probe.resolve({""});
    EXPECT_EQ(probe.machine.next_action(), connect_action::dial);
    probe.machine.dialled(scram_vectors::nonce(), peer);
    return probe.machine.next_action() == connect_action::failed ? probe.failure() : take_output(probe.output);
  };
  EXPECT_THAT(dialled("host=/tmp requirepeer=postgres", "postgres"), HasSubstr("user"));
  EXPECT_THAT(dialled("host=/tmp requirepeer=postgres", "mallory"),
              EndsWith("requirepeer is \"postgres\", but the server is run by \"mallory\""));
  EXPECT_THAT(dialled("host=/tmp requirepeer=postgres", fail(error_category::io, "nobody knows")),
              EndsWith("requirepeer is \"postgres\", but nobody knows"));
  EXPECT_THAT(dialled("host=/tmp", "mallory"), HasSubstr("user"));
  EXPECT_FALSE(connect_probe("host=/tmp").machine.wants_peer());
  EXPECT_FALSE(connect_probe("host=h requirepeer=postgres").machine.wants_peer());
  EXPECT_TRUE(connect_probe("host=/tmp requirepeer=postgres").machine.wants_peer());
}

const std::string says_primary =
    authentication_ok + parameter("in_hot_standby", "off") + parameter("default_transaction_read_only", "off") + ready;
const std::string says_standby =
    authentication_ok + parameter("in_hot_standby", "on") + parameter("default_transaction_read_only", "off") + ready;

TEST(Connect, LooksForTheWantedSession) {
  connect_probe probe("host=a,b sslmode=disable target_session_attrs=standby");
  // Further addresses of the host would lead to the same server.
  probe.resolve({"10.0.0.1", "10.0.0.2"}).dial_plain().say(says_primary);
  EXPECT_EQ(probe.machine.next_action(), connect_action::resolve);
  EXPECT_EQ(take_output(probe.output), message('X', "")) << "the server is told goodbye";
  EXPECT_EQ(probe.machine.target().host, "b");
  probe.resolve().dial_plain().say(says_standby).expect_done();

  connect_probe none("host=a,b sslmode=disable target_session_attrs=read-only");
  none.resolve().dial_plain().say(says_primary).resolve().fail_dial();
  EXPECT_THAT(none.failure(), HasSubstr("at \"a\" (10.0.0.1), port 5432 failed: the session is not read-only; "));
  EXPECT_THAT(none.failure(), EndsWith("connection refused"));
}

TEST(Connect, AsksAServerThatDoesNotReportItsState) {
  connect_probe probe("host=a sslmode=disable target_session_attrs=primary");
  probe.resolve().dial_plain().say(hello);
  probe.sent(message('Q', bytes("SELECT pg_catalog.pg_is_in_recovery()\0")));
  probe.say(message('D', from_hex("000100000001") + "f") + message('C', bytes("SELECT 1\0")) + ready).expect_done();

  connect_probe closed("host=a,b sslmode=disable target_session_attrs=primary");
  closed.resolve().dial_plain().say(hello).hang_up();
  EXPECT_THAT(closed.failure(), EndsWith("the server closed the connection"));

  connect_probe slow("host=a,b sslmode=disable target_session_attrs=primary connect_timeout=2");
  slow.resolve().dial_plain().say(hello);
  EXPECT_EQ(slow.machine.next_action(), connect_action::transfer);
  slow.machine.timed_out();
  EXPECT_EQ(slow.machine.target().host, "b");
}

TEST(Connect, PrefersAStandbyButTakesAnything) {
  connect_probe probe("host=a,b sslmode=disable target_session_attrs=prefer-standby");
  probe.resolve().dial_plain().say(says_primary).resolve().fail_dial();
  EXPECT_EQ(probe.machine.target().host, "a") << "the second round";
  probe.resolve().dial_plain().say(says_primary).expect_done();

  connect_probe first("host=a,b sslmode=disable target_session_attrs=prefer-standby");
  first.resolve().dial_plain().say(says_primary).resolve().dial_plain().say(says_standby).expect_done();

  connect_probe dead("host=a,b sslmode=disable target_session_attrs=prefer-standby");
  dead.resolve().fail_dial().resolve().fail_dial().resolve().fail_dial().resolve().fail_dial();
  const std::string text = dead.failure();
  EXPECT_EQ(text.find("at \"a\""), text.rfind("at \"a\"")) << "what failed twice alike is told once: " << text;
}

TEST(Connect, SpreadsOverHostsAndAddresses) {
  std::map<std::string, int> firsts;
  for (std::uint64_t seed = 0; seed != 600; ++seed) {
    chunk_pool pool;
    input_buffer input(pool);
    output_buffer output(pool);
    connect_machine machine(options_of("host=a,b,c sslmode=disable load_balance_hosts=random"), input, output, seed);
    std::set<std::string> tried;
    while (machine.next_action() != connect_action::failed) {
      const std::string host = machine.target().host;
      EXPECT_EQ(machine.options().hosts[machine.host_index()].host, host);
      EXPECT_EQ(machine.next_action(), connect_action::resolve);
      machine.resolved({"1", "2"});
      if (tried.empty()) ++firsts[host + std::to_string(machine.address())];
      std::set<std::size_t> addresses;
      for (int i = 0; i != 2; ++i) {
        EXPECT_EQ(machine.next_action(), connect_action::dial);
        addresses.insert(machine.address());
        machine.dial_failed(error(error_category::io, "refused"));
      }
      EXPECT_EQ(addresses.size(), 2U) << "each address once";
      tried.insert(host);
    }
    EXPECT_EQ(tried.size(), 3U) << "each host once";
  }
  ASSERT_EQ(firsts.size(), 6U);
  for (const auto& [place, count] : firsts) EXPECT_NEAR(count, 100, 50) << place;
}

TEST(Connect, AsksForTheProtocolsVersion) {
  connect_probe probe("host=/tmp max_protocol_version=3.2");
  probe.resolve({""}).dial();
  EXPECT_EQ(probe.machine.next_action(), connect_action::transfer);
  EXPECT_EQ(take_output(probe.output).substr(4, 4), from_hex("00030002"));
}

TEST(Connect, TellsThatThePasswordFileWasIgnored) {
  connect_options options = options_of("host=/tmp");
  options.hosts[0].password.clear();
  options.passfile_ignored = "password file ignored";
  connect_probe probe(options);
  probe.resolve({""}).dial_plain().say(asks(3));
  EXPECT_THAT(probe.failure(), EndsWith("failed: password file ignored; no password supplied"));
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
