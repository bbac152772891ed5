#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <pgpipe/protocol/startup.hpp>

using namespace pgpipe;
using namespace pgpipe::protocol;

namespace {

startup_request request_for(std::uint8_t flags) {
  startup_request request;
  if ((flags & 1) != 0) request.version = protocol_3_2;
  if ((flags & 2) != 0) request.secret.password = "secret";
  request.secret.tls = (flags & 4) != 0;
  if ((flags & 8) != 0) request.secret.facts.end_point.assign(32, std::byte{7});
  request.secret.channel_binding = (flags & 16) != 0 ? channel_binding_mode::require : channel_binding_mode::prefer;
  request.secret.scram.greatest_iterations = 4;
  request.secret.user = "u";
  request.parameters = {{"user", "u"}, {"_pq_.test", "1"}};
  return request;
}

// Everything that can be seen of a start-up whose server says `data` in pieces and hangs up.
std::string seen(std::uint8_t flags, std::string_view data, std::size_t piece) {
  chunk_pool pool;
  input_buffer input(pool);
  output_buffer output(pool);
  startup machine(request_for(flags), input, output);
  while (!data.empty()) {
    const std::span<std::byte> room = input.prepare(machine.wanted());
    const std::size_t n = std::min({piece, data.size(), room.size()});
    std::memcpy(room.data(), data.data(), n);
    input.commit(n);
    data.remove_prefix(n);
    static_cast<void>(machine.advance());
  }
  const startup::progress end = machine.end_of_stream(error(error_category::closed, "cut"));
  std::string out;
  if (end == startup::progress::need_input) std::abort();
  if (end == startup::progress::failed) return "failed: " + machine.failure().text();
  for (const auto& [name, value] : machine.outcome().parameters) out += name + "=" + value + "\n";
  out += std::to_string(machine.outcome().process_id) + static_cast<char>(machine.outcome().status);
  const std::span<const std::byte> left = input.readable();
  out.append(reinterpret_cast<const char*>(left.data()), left.size());
  while (!output.pending().empty()) {
    out.append(reinterpret_cast<const char*>(output.pending().data()), output.pending().size());
    output.commit(output.pending().size());
  }
  return out;
}

}  // namespace

// First byte: what the client is and asks for. Rest: what the server says. However the bytes arrive, the end is one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view said(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string whole = seen(data[0], said, said.size());
  if (seen(data[0], said, 1) != whole) std::abort();
  if (seen(data[0], said, 3) != whole) std::abort();
  return 0;
}
