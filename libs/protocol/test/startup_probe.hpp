#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <pgpipe/protocol/startup.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {

// Messages that servers send during start-up.
namespace server_says {

inline std::string message(char type, const std::string& body) { return type + big_endian(body.size() + 4, 4) + body; }
inline std::string asks(std::uint32_t code, const std::string& payload = {}) {
  return message('R', big_endian(code, 4) + payload);
}
inline std::string refuses(const std::string& sqlstate, const std::string& text) {
  const std::string zero(1, '\0');
  return message('E', "SFATAL" + zero + "VFATAL" + zero + "C" + sqlstate + zero + "M" + text + zero + zero);
}
inline std::string parameter(const std::string& name, const std::string& value) {
  return message('S', name + '\0' + value + '\0');
}

inline const std::string authentication_ok = asks(0);
inline const std::string server_version = parameter("server_version", "15.0");
inline const std::string key = from_hex("4b0000000c0000000700000009");
inline const std::string ready = from_hex("5a0000000549");
inline const std::string hello = authentication_ok + server_version + key + ready;
inline const std::string notice = from_hex("4e00000011534e4f54494345004d6e310000");
inline const std::string offers_scram = asks(10, bytes("SCRAM-SHA-256\0\0"));
inline const std::string offers_both = asks(10, bytes("SCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0"));

}  // namespace server_says

// Puts bytes into an input buffer as a driver does.
inline void deliver(input_buffer& input, std::string_view data, std::size_t wanted = 0) {
  while (!data.empty()) {
    const std::span<std::byte> room = input.prepare(wanted);
    const std::size_t n = std::min(room.size(), data.size());
    std::memcpy(room.data(), data.data(), n);
    input.commit(n);
    data.remove_prefix(n);
  }
}

// Takes what a driver would send.
inline std::string take_output(output_buffer& output) {
  std::string taken;
  while (!output.pending().empty()) {
    taken += as_text(output.pending());
    output.commit(output.pending().size());
  }
  return taken;
}

// A start-up with its buffers.
struct startup_probe {
  explicit startup_probe(startup_request request = simple_request()) : machine(std::move(request), input, output) {}

  static startup_request simple_request() {
    startup_request request;
    request.parameters = {{"user", "alice"}, {"database", "d"}};
    request.secret.user = "alice";
    request.secret.password = "secret";
    return request;
  }

  // In pieces of `size` bytes, looking after each.
  startup::progress feed(std::string_view data, std::size_t size = std::string_view::npos) {
    startup::progress reached = machine.advance();
    while (!data.empty()) {
      const std::size_t n = std::min(size, data.size());
      deliver(input, data.substr(0, n), machine.wanted());
      reached = machine.advance();
      data.remove_prefix(n);
    }
    return reached;
  }
  std::string sent() { return take_output(output); }

  chunk_pool pool;
  input_buffer input{pool};
  output_buffer output{pool};
  startup machine;
};

// What the server says, and the client's answer to it.
struct exchange_step {
  std::string server;
  std::string client;
};

}  // namespace pgpipe::protocol
