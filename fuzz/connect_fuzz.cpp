#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <pgpipe/protocol/connect.hpp>

using namespace pgpipe;
using namespace pgpipe::protocol;

namespace {

constexpr const char* password = "secret";

connect_options options_for(std::uint8_t flags) {
  connect_options options;
  options.user = "u";
  options.dbname = "d";
  options.sslmode = static_cast<ssl_mode>(flags % 6);
  options.target_session_attrs = static_cast<session_attributes>(flags / 6 % 6);
  options.load_balance_hosts = flags / 36 % 2 != 0;
  if (options.sslmode >= ssl_mode::require && flags / 72 % 2 != 0) options.sslnegotiation = ssl_negotiation::direct;
  if (flags / 144 % 2 != 0) options.requirepeer = "postgres";
  options.scram.greatest_iterations = 4;
  options.hosts = {host_spec{.host = "a", .password = password}, host_spec{.host = "/tmp"},
                   host_spec{.host = "b", .hostaddr = "10.0.0.1"}};
  return options;
}

// Takes `n` of the given bytes as what the server says.
void deliver(input_buffer& input, std::span<const std::uint8_t>& data, std::size_t n, std::size_t wanted) {
  const std::span<std::byte> room = input.prepare(wanted);
  n = std::min({n, data.size(), room.size()});
  if (n != 0) std::memcpy(room.data(), data.data(), n);
  input.commit(n);
  data = data.subspan(n);
}

}  // namespace

// First byte: the sslmode, and other options. Then a byte for each report of the driver, followed by the server's bytes
// where it is a read. A connecting machine comes to its end on any network, and its end names a cause.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::span<const std::uint8_t> data(bytes, size);
  const auto next = [&] {
    const std::uint8_t byte = data.empty() ? std::uint8_t{0} : data.front();
    if (!data.empty()) data = data.subspan(1);
    return byte;
  };
  const bool server_says_password = std::string(bytes, bytes + size).find(password) != std::string::npos;
  chunk_pool pool;
  input_buffer input(pool);
  output_buffer output(pool);
  connect_machine machine(options_for(next()), input, output);
  const auto broken = [] { return error(error_category::io, "broken"); };
  // Zeroes are failures: with its bytes used up the network is dead.
  for (std::size_t steps = 0; steps != size + 64; ++steps) {
    const connect_action action = machine.next_action();
    if (action == connect_action::done) return 0;
    if (action == connect_action::failed) {
      const bool told = machine.failure().text().find(password) != std::string::npos;
      if (machine.failures().empty() || (told && !server_says_password)) std::abort();
      return 0;
    }
    const std::uint8_t report = next();
    if (report == 255) {
      machine.timed_out();
    } else if (action == connect_action::resolve) {
      report == 0 ? machine.resolve_failed(broken()) : machine.resolved(std::vector<std::string>(report % 4, "x"));
    } else if (action == connect_action::dial) {
      report == 0 ? machine.dial_failed(broken())
                  : machine.dialled(scram_nonce{}, std::string(report == 1 ? "postgres" : "me"));
    } else if (action == connect_action::start_tls) {
      report == 0 ? machine.tls_failed(broken())
                  : machine.tls_started({.end_point = std::vector<std::byte>(report % 64),
                                         .application_protocol = std::string(report % 3 == 0 ? "postgresql" : "")});
    } else if (report == 0) {
      machine.closed(broken());
    } else {
      deliver(input, data, report, machine.wanted());
    }
  }
  std::abort();
}
