// Text of any kind, quoted: what comes out is one constant or identifier that means the text that went in.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <pgpipe/protocol/quote.hpp>

namespace {

using namespace pgpipe;
using namespace pgpipe::protocol;

void require(bool condition) {
  if (!condition) std::abort();
}

// Reads what stands between two quotes as the server does, where a quote inside is doubled and, in an escape constant,
// a backslash too.
std::string unquoted(std::string_view text, char quote, bool escapes) {
  require(text.size() >= 2 && text.front() == quote && text.back() == quote);
  text = text.substr(1, text.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == quote || (escapes && text[i] == '\\')) {
      require(i + 1 < text.size() && text[i + 1] == text[i]);
      ++i;
    }
    out += text[i];
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const text_encoding encoding : {text_encoding::utf8, text_encoding::single_byte, text_encoding::multi_byte}) {
    if (const result<std::string> literal = escape_literal(text, encoding)) {
      const bool escapes = literal->starts_with(" E");
      require(unquoted(std::string_view(*literal).substr(escapes ? 2 : 0), '\'', escapes) == text);
    }
    if (const result<std::string> identifier = escape_identifier(text, encoding)) {
      require(unquoted(*identifier, '"', false) == text);
    }
  }
  return 0;
}
