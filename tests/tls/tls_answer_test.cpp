#include <array>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/net/stream.hpp>

#include "sockets.hpp"

namespace pgpipe::test {
namespace {

using testing::HasSubstr;

// A complete and tempting start-up: AuthenticationOk, BackendKeyData, ReadyForQuery.
constexpr std::string_view hello("R\0\0\0\x08\0\0\0\0K\0\0\0\x0c\0\0\0\1\0\0\0\2Z\0\0\0\5I", 28);

// What a client that asks for TLS makes of a server that answers each SSLRequest with these bytes, and then, after a
// moment, with those.
std::string connect_to(std::string_view answer, std::string_view later, const std::string& sslmode,
                       int connections = 1) {
  const net::loopback_listener listener;
  std::thread server([&] {
    for (int i = 0; i != connections; ++i) {
      net::stream client(listener.accept());
      std::array<std::byte, 8> request{};
      static_cast<void>(client.receive(request));
      static_cast<void>(client.try_send(net::bytes_of(answer)));
      if (!later.empty()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        static_cast<void>(client.try_send(net::bytes_of(later)));
      }
      std::array<std::byte, 4096> rest{};
      while (client.receive(rest).ok()) {
      }
    }
  });
  const auto opened = connection::open("host=127.0.0.1 port=" + std::to_string(listener.port()) +
                                       " user=u dbname=d connect_timeout=10 sslmode=" + sslmode);
  server.join();
  return opened ? "connected" : opened.error().text();
}

TEST(tls_answer, bytes_behind_the_yes_are_refused) {
  for (const char* sslmode : {"require", "prefer"}) {
    EXPECT_THAT(connect_to("S" + std::string(hello), "", sslmode), HasSubstr("unencrypted data")) << sslmode;
  }
}

// They reach TLS, which knows them for no record of its own; with prefer there is a second connection, which asks for
// nothing.
TEST(tls_answer, bytes_that_follow_the_yes_are_never_taken_for_answers) {
  EXPECT_THAT(connect_to("S", hello, "require"), HasSubstr("TLS error"));
}

TEST(tls_answer, a_no_is_the_end_where_tls_is_required) {
  EXPECT_THAT(connect_to("N", "", "require"), HasSubstr("does not support"));
}

TEST(tls_answer, an_error_is_not_shown_and_not_retried) {
  const std::string refusal = connect_to(std::string_view("ETEST error\n\0", 13), "", "prefer");
  EXPECT_NE(refusal, "connected");
  EXPECT_THAT(refusal, testing::Not(HasSubstr("TEST")));
}

TEST(tls_answer, anything_else_is_an_invalid_response) {
  EXPECT_THAT(connect_to("X", "", "prefer"), HasSubstr("invalid response"));
}

}  // namespace
}  // namespace pgpipe::test
