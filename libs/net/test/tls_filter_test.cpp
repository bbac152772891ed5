#include <optional>

#include <gtest/gtest.h>

#include <pgpipe/net/tls_filter.hpp>

#include "sockets.hpp"
#include "tls_server.hpp"

namespace pgpipe::net {
namespace {

const certificate_authority& authority() {
  static const certificate_authority one;
  return one;
}

tls_context make_context(tls_verify verify, const std::string& roots = authority().pem()) {
  const temporary_file file(roots);
  tls_options options;
  options.verify = verify;
  options.root_certificates = file.path();
  return *tls_context::make(options);
}

// A client and a server, joined in memory.
struct joined {
  joined(const tls_context& context, const tls_peer& peer, tls_server other)
      : client(*tls_filter::make(context, peer)), server(std::move(other)) {}

  // Everything the client has for the server, and back.
  void exchange() {
    const std::span<const std::byte> out = client.ciphertext();
    const std::vector<std::byte> back = server.answer(out);
    client.commit_ciphertext(out.size());
    client.feed(back);
  }

  // The handshake; its failure on the client's side, if it fails.
  std::string connect() {
    for (int round = 0; round != 10; ++round) {
      const auto done = client.handshake();
      exchange();
      if (!done) return done.error().text();
      if (*done && server.is_connected()) return {};
    }
    return "it does not end";
  }

  tls_filter client;
  tls_server server;
};

joined make_joined(const tls_server_options& options = {}) {
  return {make_context(tls_verify::none), {}, tls_server(authority().issue("localhost"), options)};
}

TEST(tls_filter, carries_bytes_both_ways) {
  joined ends = make_joined();
  ASSERT_EQ(ends.connect(), "");
  EXPECT_EQ(ends.client.version(), "TLSv1.3");
  EXPECT_NE(ends.client.cipher().find("AES"), std::string::npos);
  EXPECT_EQ(ends.client.encrypt(bytes_of("hello")).bytes, 5U);
  ends.exchange();
  EXPECT_EQ(ends.server.received(), "hello");
  ends.client.feed(ends.server.send(bytes_of("world")));
  const exact_buffer buffer(5);
  EXPECT_EQ(ends.client.decrypt(buffer.span()).bytes, 5U);
  EXPECT_EQ(buffer.text(5), "world");
  EXPECT_EQ(ends.client.decrypt(buffer.span()).status, transfer_status::would_block);
}

TEST(tls_filter, takes_any_amount_at_once) {
  joined ends = make_joined();
  ASSERT_EQ(ends.connect(), "");
  const std::string large(1'000'000, 'x');
  EXPECT_EQ(ends.client.encrypt(bytes_of(large)).bytes, large.size());
  ends.exchange();
  EXPECT_EQ(ends.server.received(), large);
  EXPECT_TRUE(ends.client.ciphertext().empty());
}

TEST(tls_filter, ciphertext_can_leave_in_pieces) {
  joined ends = make_joined();
  ASSERT_EQ(ends.connect(), "");
  ASSERT_TRUE(ends.client.encrypt(bytes_of("first")).ok());
  for (int sent = 1; !ends.client.ciphertext().empty(); ++sent) {
    ends.server.answer(ends.client.ciphertext().first(1));
    ends.client.commit_ciphertext(1);
    if (sent != 7) continue;
    EXPECT_TRUE(ends.client.encrypt(bytes_of("second")).ok());
  }
  EXPECT_EQ(ends.server.received(), "firstsecond");
}

// A record that holds more than the caller's buffer is given out by further calls, with nothing further fed.
TEST(tls_filter, gives_out_all_that_it_holds) {
  joined ends = make_joined();
  ASSERT_EQ(ends.connect(), "");
  const std::string first(16384, 'a');
  const std::string second(8193, 'b');
  ends.client.feed(ends.server.send(bytes_of(first)));
  ends.client.feed(ends.server.send(bytes_of(second)));
  const exact_buffer buffer(5000);
  std::string all;
  for (;;) {
    const transfer got = ends.client.decrypt(buffer.span());
    if (!got.ok()) {
      EXPECT_EQ(got.status, transfer_status::would_block);
      break;
    }
    all += buffer.text(got.bytes);
  }
  EXPECT_EQ(all, first + second);
}

TEST(tls_filter, works_when_fed_byte_by_byte) {
  joined ends = make_joined();
  for (int round = 0; round != 10 && !ends.server.is_connected(); ++round) {
    ASSERT_TRUE(ends.client.handshake());
    const std::span<const std::byte> out = ends.client.ciphertext();
    const std::vector<std::byte> back = ends.server.answer(out);
    ends.client.commit_ciphertext(out.size());
    for (const std::byte& each : back) {
      ends.client.feed({&each, 1});
      ASSERT_TRUE(ends.client.handshake());
    }
  }
  ASSERT_TRUE(*ends.client.handshake());
  const exact_buffer buffer(3);
  std::size_t filled = 0;
  for (const std::byte& each : ends.server.send(bytes_of("abc"))) {
    ends.client.feed({&each, 1});
    const transfer got = ends.client.decrypt(buffer.span().subspan(filled));
    filled += got.bytes;
  }
  EXPECT_EQ(buffer.text(filled), "abc");
}

TEST(tls_filter, speaks_tls_1_2_and_nothing_older) {
  tls_server_options options;
  options.newest_version = TLS1_2_VERSION;
  joined ends = make_joined(options);
  EXPECT_EQ(ends.connect(), "");
  EXPECT_EQ(ends.client.version(), "TLSv1.2");
  options.newest_version = TLS1_1_VERSION;
  joined old = make_joined(options);
  EXPECT_NE(old.connect().find("TLS error: "), std::string::npos);
}

TEST(tls_filter, sees_the_peer_s_orderly_end) {
  joined ends = make_joined();
  ASSERT_EQ(ends.connect(), "");
  ends.client.feed(ends.server.close());
  const exact_buffer buffer(1);
  EXPECT_EQ(ends.client.decrypt(buffer.span()).status, transfer_status::eof);
  ends.client.close_notify();
  EXPECT_FALSE(ends.client.ciphertext().empty());
}

TEST(tls_filter, garbage_is_an_error_that_stays) {
  joined ends = make_joined();
  ASSERT_TRUE(ends.client.handshake());
  ends.client.feed(bytes_of("HTTP/1.1 400 Bad Request\r\n\r\n"));
  for (int i = 0; i != 2; ++i) {
    const auto outcome = ends.client.handshake();
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().category(), error_category::io);
    EXPECT_EQ(outcome.error().text(), "TLS error: wrong version number");
  }
}

TEST(tls_filter, tampering_is_an_error_that_stays) {
  joined ends = make_joined();
  ASSERT_EQ(ends.connect(), "");
  std::vector<std::byte> record = ends.server.send(bytes_of("value"));
  record.back() ^= std::byte{1};
  ends.client.feed(record);
  const exact_buffer buffer(5);
  EXPECT_EQ(ends.client.decrypt(buffer.span()).status, transfer_status::error);
  EXPECT_NE(ends.client.failure().find("bad record mac"), std::string::npos) << ends.client.failure();
  EXPECT_EQ(ends.client.encrypt(bytes_of("x")).status, transfer_status::error);
}

std::string verify(tls_verify how, const certificate& server, const std::string& host,
                   const std::string& roots = authority().pem()) {
  joined ends(make_context(how, roots), {host, host}, tls_server(server));
  return ends.connect();
}

TEST(tls_filter, believes_only_the_authorities_it_was_given) {
  const certificate server = authority().issue("localhost");
  EXPECT_EQ(verify(tls_verify::ca, server, "whatever"), "");
  const std::string refusal = verify(tls_verify::ca, server, "whatever", certificate_authority().pem());
  EXPECT_TRUE(refusal.starts_with("TLS error: certificate verify failed: ")) << refusal;
  EXPECT_EQ(verify(tls_verify::none, server, "whatever", certificate_authority().pem()), "");
}

TEST(tls_filter, compares_the_host_s_name) {
  const certificate by_common_name = authority().issue("db.example.com");
  EXPECT_EQ(verify(tls_verify::full, by_common_name, "db.example.com"), "");
  EXPECT_EQ(verify(tls_verify::full, by_common_name, "DB.Example.com"), "");
  EXPECT_EQ(verify(tls_verify::full, by_common_name, "other.example.com"),
            "server certificate does not match host name \"other.example.com\"");
  const certificate by_entry = authority().issue("db.example.com", "DNS:one.example.com,DNS:two.example.com");
  EXPECT_EQ(verify(tls_verify::full, by_entry, "two.example.com"), "");
  EXPECT_NE(verify(tls_verify::full, by_entry, "db.example.com"), "");
}

TEST(tls_filter, a_star_stands_for_one_whole_label) {
  const certificate server = authority().issue("x", "DNS:*.example.com,DNS:p*.example.org");
  EXPECT_EQ(verify(tls_verify::full, server, "any.example.com"), "");
  EXPECT_NE(verify(tls_verify::full, server, "a.b.example.com"), "");
  EXPECT_NE(verify(tls_verify::full, server, "example.com"), "");
  EXPECT_NE(verify(tls_verify::full, server, "pq.example.org"), "");
}

TEST(tls_filter, compares_an_address_as_libpq_does) {
  const std::string refusal = "server certificate does not match host name \"127.0.0.1\"";
  EXPECT_EQ(verify(tls_verify::full, authority().issue("x", "IP:127.0.0.1"), "127.0.0.1"), "");
  EXPECT_EQ(verify(tls_verify::full, authority().issue("x", "DNS:localhost"), "127.0.0.1"), refusal);
  EXPECT_EQ(verify(tls_verify::full, authority().issue("127.0.0.1"), "127.0.0.1"), "");
}

TEST(tls_filter, a_verified_session_needs_a_host_name) {
  for (const char* host : {"", ".example.com"}) {
    const auto made = tls_filter::make(make_context(tls_verify::full), {host, ""});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().category(), error_category::usage);
  }
}

TEST(tls_filter, names_the_wanted_server_unless_it_is_an_address) {
  auto server_name_for = [](const std::string& sni) {
    joined ends(make_context(tls_verify::none), {"", sni}, tls_server(authority().issue("localhost")));
    EXPECT_EQ(ends.connect(), "");
    return ends.server.server_name();
  };
  EXPECT_EQ(server_name_for("db.example.com"), "db.example.com");
  EXPECT_EQ(server_name_for("127.0.0.1"), "");
  EXPECT_EQ(server_name_for("::1"), "");
  EXPECT_EQ(server_name_for(""), "");
}

TEST(tls_filter, agrees_on_postgresql_as_the_protocol) {
  joined ends = make_joined();
  ASSERT_EQ(ends.connect(), "");
  EXPECT_EQ(ends.client.application_protocol(), "postgresql");
  tls_server_options options;
  options.picks_protocol = false;
  joined silent = make_joined(options);
  ASSERT_EQ(silent.connect(), "");
  EXPECT_EQ(silent.client.application_protocol(), "");
}

TEST(tls_filter, shows_its_certificate_to_a_server_that_asks) {
  const certificate mine = authority().issue("me");
  const temporary_file certificate_file(mine.pem);
  const temporary_file key(mine.key);
  tls_options options;
  options.client_certificate = certificate_file.path();
  options.client_key = key.path();
  tls_server_options server_options;
  server_options.client_authority = authority().pem();
  joined ends(*tls_context::make(options), {}, tls_server(authority().issue("localhost"), server_options));
  ASSERT_EQ(ends.connect(), "");
  EXPECT_EQ(ends.server.client_name(), "me");
}

// In TLS 1.3 the client's handshake is over before the server has judged its certificate.
TEST(tls_filter, a_refused_client_learns_why_by_reading) {
  tls_server_options options;
  options.client_authority = authority().pem();
  joined ends = make_joined(options);
  ends.connect();
  const exact_buffer buffer(1);
  EXPECT_EQ(ends.client.decrypt(buffer.span()).status, transfer_status::error);
  EXPECT_NE(ends.client.failure().find("certificate required"), std::string::npos) << ends.client.failure();
}

TEST(tls_filter, binds_the_channel_to_the_server_s_certificate) {
  for (const auto kind : {signature_kind::ecdsa, signature_kind::rsa_pss}) {
    const certificate_authority signer(kind);
    joined ends(make_context(tls_verify::ca, signer.pem()), {}, tls_server(signer.issue("localhost")));
    ASSERT_EQ(ends.connect(), "");
    EXPECT_EQ(ends.client.server_end_point().size(), 32U);
  }
}

}  // namespace
}  // namespace pgpipe::net
