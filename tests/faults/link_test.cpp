#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/surroundings.hpp>
#include <pgpipe/net/dial.hpp>
#include <pgpipe/net/stream.hpp>

#include "delay/listener.hpp"
#include "delay/proxy_thread.hpp"
#include "support/secure_server.hpp"
#include "support/server.hpp"

namespace pgpipe::test {
namespace {

using app::delay::link_settings;
using app::delay::proxy_thread;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

std::unique_ptr<proxy_thread> link_to(const std::string& conninfo, const link_settings& settings) {
  auto started = proxy_thread::start(options_from_conninfo(conninfo).value(), settings, 1);
  if (!started) throw std::runtime_error(started.error().text());
  return *std::move(started);
}

// What a session over a link is good for: rows, an error, COPY and a pipeline.
void use(connection& over) {
  const auto rows = over.query("select i, repeat('x', 100) from generate_series(1, 500) i");
  ASSERT_TRUE(rows) << rows.error().text();
  ASSERT_EQ(rows->size(), 500U);
  EXPECT_EQ((*rows)[499].field(0).text(), "500");
  const auto failed = over.query("select 1 / 0");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().sqlstate(), "22012");
  const auto echoed = over.query("select length($1)", std::string(10'000, 'y'));
  ASSERT_TRUE(echoed) << echoed.error().text();
  EXPECT_EQ((*echoed)[0].field(0).text(), "10000");
}

TEST(FaultLink, ARoundTripTakesAsLongAsAsked) {
  const auto link = link_to(server_conninfo(), {.rtt = 35ms});
  auto over = connection::open(link->through());
  ASSERT_TRUE(over) << over.error().text();
  std::vector<double> times;
  for (int i = 0; i != 15; ++i) {
    const auto begin = steady_clock::now();
    ASSERT_TRUE(over->exec("select 1"));
    times.push_back(std::chrono::duration<double, std::milli>(steady_clock::now() - begin).count());
  }
  EXPECT_GE(*std::min_element(times.begin(), times.end()), 35.0);
  std::sort(times.begin(), times.end());
  EXPECT_LT(times[times.size() / 2], 60.0);  // perf/ has a stricter look at it
}

TEST(FaultLink, BytesOneByOneChangeNothing) {
  const auto link = link_to(server_conninfo(), {.segment = 1});
  auto over = connection::open(link->through());
  ASSERT_TRUE(over) << over.error().text();
  use(*over);
}

// A byte every 20 us: no two of them arrive together.
TEST(FaultLink, BytesApartFromEachOtherChangeNothing) {
  const auto link = link_to(server_conninfo(), {.bandwidth = 50e3, .segment = 1});
  auto over = connection::open(link->through());
  ASSERT_TRUE(over) << over.error().text();
  const auto rows = over->query("select i, 'text' from generate_series(1, 20) i");
  ASSERT_TRUE(rows) << rows.error().text();
  EXPECT_EQ(rows->size(), 20U);
  const auto failed = over->query("select 1 / 0");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().sqlstate(), "22012");
}

// Wherever the server's bytes end, the client notices, at once and without a wrong answer.
TEST(FaultLink, ACutAnywhereIsAnErrorAndNeverAWrongAnswer) {
  int opened = 0;
  int answered = 0;
  for (std::uint64_t bytes = 1; bytes < 700; bytes += bytes < 60 ? 1 : 7) {
    const auto link = link_to(server_conninfo(), {.cut_after_bytes = bytes});
    const auto begin = steady_clock::now();
    auto over = connection::open(link->through());
    if (!over) {
      EXPECT_NE(over.error().category(), error_category::usage) << bytes;
      EXPECT_FALSE(over.error().text().empty());
      continue;
    }
    ++opened;
    const auto rows = over->query("select i from generate_series(1, 3) i");
    if (rows) {
      ++answered;
      ASSERT_EQ(rows->size(), 3U) << bytes;
      EXPECT_EQ((*rows)[2].field(0).text(), "3");
      const auto more = over->query("select repeat('x', 1000)");
      ASSERT_FALSE(more) << bytes;
      EXPECT_TRUE(more.error().is_fatal());
    } else {
      EXPECT_TRUE(rows.error().is_fatal()) << bytes << ": " << rows.error().text();
    }
    EXPECT_LT(steady_clock::now() - begin, 10s) << bytes;
  }
  EXPECT_GT(opened, 5);
  EXPECT_GT(answered, 5);
}

TEST(FaultLink, ACutByTimeEndsAWaitingClient) {
  const auto link = link_to(server_conninfo(), {.cut_after_time = 300ms});
  auto over = connection::open(link->through());
  ASSERT_TRUE(over) << over.error().text();
  const auto begin = steady_clock::now();
  const auto slept = over->exec("select pg_sleep(20)");
  ASSERT_FALSE(slept);
  EXPECT_TRUE(slept.error().is_fatal());
  EXPECT_LT(steady_clock::now() - begin, 10s);
}

// The client asks without pause, from before the stall until after it, so that one of its calls meets it.
TEST(FaultLink, AStallHoldsAnswersUpForItsTime) {
  const auto link = link_to(server_conninfo(), {.stalls = {{.at = 400ms, .lasts = 600ms}}});
  const auto begin = steady_clock::now();
  auto over = connection::open(link->through());
  ASSERT_TRUE(over) << over.error().text();
  std::chrono::nanoseconds longest = steady_clock::now() - begin;
  while (steady_clock::now() - begin < 1100ms) {
    const auto asked = steady_clock::now();
    ASSERT_TRUE(over->exec("select 1"));
    longest = std::max<std::chrono::nanoseconds>(longest, steady_clock::now() - asked);
  }
  EXPECT_GE(longest, 300ms);  // less than the stall where the machine itself stood still before it
}

class secure_link : public testing::Test {
 protected:
  static secure_server& server() {
    static secure_server running;
    return running;
  }
};

TEST_F(secure_link, TlsPassesUntouched) {
  for (const link_settings& settings :
       {link_settings{.rtt = 2ms}, link_settings{.segment = 1}, link_settings{.bandwidth = 2e6, .segment = 7}}) {
    const auto link =
        link_to(server().conninfo("tls_only", "sslmode=verify-full sslrootcert=" + server().root_file()), settings);
    auto over = connection::open(link->through());
    ASSERT_TRUE(over) << over.error().text();
    use(*over);
    const auto encrypted = over->query("select ssl from pg_stat_ssl where pid = pg_backend_pid()");
    ASSERT_TRUE(encrypted);
    EXPECT_EQ((*encrypted)[0].field(0).text(), "t");
  }
}

TEST_F(secure_link, TlsThatIsCutIsAnError) {
  for (const std::uint64_t bytes : {1U, 2U, 50U, 500U, 1500U, 3000U}) {
    const auto link = link_to(server().conninfo("tls_only", "sslmode=require"), {.cut_after_bytes = bytes});
    auto over = connection::open(link->through());
    if (!over) continue;
    const auto rows = over->query("select repeat('x', 100000)");
    ASSERT_FALSE(rows);
    EXPECT_TRUE(rows.error().is_fatal());
  }
}

// A server and a client of bare sockets, with a link between them.
class BareLink : public testing::Test {
 protected:
  void begin(const link_settings& settings) {
    auto at = app::delay::listener::open("127.0.0.1:0");
    ASSERT_TRUE(at);
    server_listener.emplace(*std::move(at));
    const auto conninfo = "host=127.0.0.1 port=" + std::to_string(server_listener->port());
    link = link_to(conninfo, settings);
    accepted();  // of the probe
    const auto& place = link->through().hosts.front();
    auto dialled = net::dial(net::numeric_address(place.hostaddr, place.port).value());
    ASSERT_TRUE(dialled);
    client = net::stream(*std::move(dialled));
    server = net::stream(accepted());
    ASSERT_TRUE(server.is_open());
  }
  net::socket accepted() const {
    for (int i = 0; i != 5000; ++i) {
      if (net::socket next = server_listener->accept(); next.is_open()) return next;
      std::this_thread::sleep_for(1ms);
    }
    return {};
  }
  static std::string receive(net::stream& from) {
    std::array<std::byte, 100> into{};
    const net::transfer got = from.receive(into, steady_clock::now() + 10s);
    if (got.status == net::transfer_status::eof) return "END";
    return {reinterpret_cast<const char*>(into.data()), got.bytes};
  }
  static std::span<const std::byte> bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

  std::optional<app::delay::listener> server_listener;
  std::unique_ptr<proxy_thread> link;
  net::stream client;
  net::stream server;
};

TEST_F(BareLink, HalfClosingIsPassedOn) {
  begin({.rtt = 10ms});
  ASSERT_TRUE(client.try_send(bytes("question")).ok());
  ::shutdown(client.fd(), SHUT_WR);
  EXPECT_EQ(receive(server), "question");
  EXPECT_EQ(receive(server), "END");
  ASSERT_TRUE(server.try_send(bytes("answer")).ok());
  EXPECT_EQ(receive(client), "answer");
  server.close();
  EXPECT_EQ(receive(client), "END");
}

// Nobody reads what the server floods the client with; the other direction goes on at its own pace.
TEST_F(BareLink, AFullDirectionDoesNotHoldUpTheOther) {
  begin({.rtt = 2ms});
  const std::string block(64 * 1024, 'x');
  std::size_t flooded = 0;
  auto idle_since = steady_clock::now();
  while (steady_clock::now() - idle_since < 300ms) {
    const net::transfer sent = server.try_send(bytes(block));
    if (!sent.ok()) {
      std::this_thread::sleep_for(1ms);
      continue;
    }
    flooded += sent.bytes;
    idle_since = steady_clock::now();
    ASSERT_LT(flooded, 200'000'000U);
  }
  EXPECT_GT(flooded, 8'000'000U);
  ASSERT_TRUE(client.try_send(bytes("still here")).ok());
  EXPECT_EQ(receive(server), "still here");
  std::size_t drained = 0;
  std::vector<std::byte> into(1 << 20);
  while (drained < flooded) {
    const net::transfer got = client.receive(into, steady_clock::now() + 10s);
    ASSERT_TRUE(got.ok());
    drained += got.bytes;
  }
}

TEST_F(BareLink, AClientThatVanishesEndsTheServersSide) {
  begin({.rtt = 10ms});
  ASSERT_TRUE(client.try_send(bytes("bye")).ok());
  client.close();
  EXPECT_EQ(receive(server), "bye");
  EXPECT_EQ(receive(server), "END");
}

}  // namespace
}  // namespace pgpipe::test
