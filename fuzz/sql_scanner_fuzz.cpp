// SQL of any kind, in which constants take the place of parameters: they are read back as constants, and everything
// else as it was read before. The first byte says what the server's settings are, the last ones are the constant's
// text.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pgpipe/protocol/quote.hpp>
#include <pgpipe/protocol/sql_scanner.hpp>

namespace {

using namespace pgpipe::protocol;

void require(bool condition) {
  if (!condition) std::abort();
}

struct token {
  sql_token kind;
  std::string_view text;
};

std::vector<token> read(std::string_view sql, string_backslash backslash) {
  sql_scanner scanner(sql, backslash);
  std::vector<token> all;
  std::size_t behind = 0;
  for (;;) {
    const sql_token kind = scanner.next();
    if (kind >= sql_token::end) {
      all.push_back({kind, ""});
      return all;
    }
    require(!scanner.text().empty() && scanner.position() >= behind);
    require(sql.substr(scanner.position()).starts_with(scanner.text()));
    behind = scanner.position() + scanner.text().size();
    all.push_back({kind, scanner.text()});
  }
}

std::string replaced(std::string_view sql, string_backslash backslash, std::string_view constant) {
  sql_scanner scanner(sql, backslash);
  std::string made;
  std::size_t copied = 0;
  for (sql_token kind = scanner.next(); kind < sql_token::end; kind = scanner.next()) {
    if (kind != sql_token::parameter) continue;
    made.append(sql.substr(copied, scanner.position() - copied)).append("(").append(constant).append(")");
    copied = scanner.position() + scanner.text().size();
  }
  return made.append(sql.substr(copied));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto backslash = static_cast<string_backslash>(data[0] % 3);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string_view sql = text.substr(0, text.size() - std::min<std::size_t>(text.size() / 4, 20));
  const auto constant = escape_literal(text.substr(sql.size()), text_encoding::single_byte);
  const std::vector<token> before = read(sql, backslash);
  if (!constant || before.back().kind != sql_token::end) return 0;
  const std::string made = replaced(sql, backslash, *constant);
  const std::vector<token> after = read(made, backslash);
  std::size_t at = 0;
  for (const token& each : before) {
    if (each.kind != sql_token::parameter) {
      require(at < after.size() && after[at].kind == each.kind && after[at].text == each.text);
      ++at;
      continue;
    }
    require(at + 2 < after.size() && after[at].text == "(" && after[at + 1].kind == sql_token::quoted);
    require(std::string_view(*constant).ends_with(after[at + 1].text) && after[at + 2].text == ")");
    at += 3;
  }
  require(at == after.size());
  return 0;
}
