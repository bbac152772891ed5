#include "bench/value_quoting.hpp"

#include <pgpipe/protocol/quote.hpp>

namespace pgpipe::app::bench {

std::optional<std::string> quote_value(std::string_view text, quoting how) {
  if (how == quoting::none) return std::string(text);
  auto quoted = how == quoting::literal ? protocol::escape_literal(text) : protocol::escape_identifier(text);
  if (!quoted) return std::nullopt;
  return *std::move(quoted);
}

}  // namespace pgpipe::app::bench
