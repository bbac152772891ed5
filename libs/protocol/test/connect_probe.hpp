#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <pgpipe/protocol/connect.hpp>

#include "scram_vectors.hpp"
#include "startup_probe.hpp"

namespace pgpipe::protocol {

// Options for "postgres://u:secret@..." with an empty environment.
inline connect_options options_of(std::string_view text) {
  conninfo info = *conninfo::parse("user=u dbname=d password=secret");
  EXPECT_TRUE(info.merge(text)) << text;
  return *make_connect_options(info);
}

// The server's side of SSLRequest, and the request itself.
inline const std::string ssl_request_bytes = from_hex("0000000804d2162f");

// A connect_machine with its buffers, and a driver's short words. Each word checks that the machine asks for it.
struct connect_probe {
  explicit connect_probe(std::string_view conninfo_text) : connect_probe(options_of(conninfo_text)) {}
  explicit connect_probe(connect_options options) : machine(std::move(options), input, output) {}

  connect_probe& resolve(std::vector<std::string> addresses = {"10.0.0.1"}) {
    EXPECT_EQ(machine.next_action(), connect_action::resolve);
    machine.resolved(std::move(addresses));
    return *this;
  }
  connect_probe& fail_resolve() {
    EXPECT_EQ(machine.next_action(), connect_action::resolve);
    machine.resolve_failed(error(error_category::io, "no such name"));
    return *this;
  }
  connect_probe& dial() {
    EXPECT_EQ(machine.next_action(), connect_action::dial);
    machine.dialled(scram_vectors::nonce());
    return *this;
  }
  connect_probe& fail_dial() {
    EXPECT_EQ(machine.next_action(), connect_action::dial);
    machine.dial_failed(error(error_category::io, "connection refused"));
    return *this;
  }
  connect_probe& start_tls() {
    EXPECT_EQ(machine.next_action(), connect_action::start_tls);
    machine.tls_started({.end_point = scram_vectors::end_point()});
    return *this;
  }
  connect_probe& fail_tls() {
    EXPECT_EQ(machine.next_action(), connect_action::start_tls);
    machine.tls_failed(error(error_category::io, "handshake failed"));
    return *this;
  }
  // What the client has sent.
  connect_probe& sent(std::string_view expected) {
    EXPECT_EQ(machine.next_action(), connect_action::transfer);
    EXPECT_EQ(take_output(output), expected);
    return *this;
  }
  connect_probe& sent_startup() {
    EXPECT_EQ(machine.next_action(), connect_action::transfer);
    EXPECT_EQ(take_output(output).substr(4, 9), from_hex("00030000") + "user" + '\0');
    return *this;
  }
  connect_probe& say(std::string_view data) {
    EXPECT_EQ(machine.next_action(), connect_action::transfer);
    deliver(input, data, machine.wanted());
    return *this;
  }
  connect_probe& hang_up() {
    EXPECT_EQ(machine.next_action(), connect_action::transfer);
    machine.closed(error(error_category::closed, "the server closed the connection"));
    return *this;
  }
  // As far as a stream that has asked for TLS and got it.
  connect_probe& dial_tls() { return dial().sent(ssl_request_bytes).say("S").start_tls().sent_startup(); }
  connect_probe& dial_plain() { return dial().sent_startup(); }

  void expect_done() { EXPECT_EQ(machine.next_action(), connect_action::done); }
  std::string failure() {
    const connect_action action = machine.next_action();
    EXPECT_EQ(action, connect_action::failed);
    return action == connect_action::failed ? machine.failure().text() : "not failed";
  }

  chunk_pool pool;
  input_buffer input{pool};
  output_buffer output{pool};
  connect_machine machine;
};

}  // namespace pgpipe::protocol
