#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <pgpipe/protocol/saslprep.hpp>
#include <pgpipe/protocol/scram.hpp>

using namespace pgpipe::protocol;

// First line: the password. Second: the server's challenge, in which '@' stands for the client's nonce, so that inputs
// get beyond it. Rest: the server's end, which cannot be right.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  const auto line = [&] {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view cut = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return cut;
  };
  const std::string_view password = line();
  if (saslprep(password).empty() != password.empty()) std::abort();
  scram_client client(password, scram_nonce{}, scram_binding::unsupported, {}, {.greatest_iterations = 4});
  const std::string first = client.first_message();
  std::string challenge;
  for (const char c : line()) {
    if (c == '@') {
      challenge += std::string_view(first).substr(first.rfind('=') + 1);
    } else {
      challenge += c;
    }
  }
  const bool answered = client.final_message(challenge).has_value();
  if (client.verify(rest) && !answered) std::abort();
  return 0;
}
