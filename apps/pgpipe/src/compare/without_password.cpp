#include "compare/without_password.hpp"

#include <algorithm>

#include <pgpipe/protocol/conninfo.hpp>

namespace pgpipe::app::compare {
namespace {

constexpr std::string_view hidden = "***";

// "//user:password@" of a URI. The last '@' before the path, since a password may have one that is not encoded.
void hide_in_authority(std::string& uri) {
  const std::size_t begin = uri.find("://") + 3;
  const std::size_t at = uri.substr(0, uri.find_first_of("/?", begin)).rfind('@');
  const std::size_t colon = uri.find(':', begin);
  if (at == std::string::npos || at < begin || colon > at) return;
  uri.replace(colon + 1, at - colon - 1, hidden);
}

// Where the value that begins there ends, by the rules of a connection string.
std::size_t end_of_value(const std::string& text, std::size_t begin, bool is_uri) {
  if (is_uri) return std::min(text.find('&', begin), text.size());
  const bool is_quoted = begin < text.size() && text[begin] == '\'';
  std::size_t at = is_quoted ? begin + 1 : begin;
  while (at < text.size() && text[at] != (is_quoted ? '\'' : ' ')) at += text[at] == '\\' ? 2U : 1U;
  return std::min(is_quoted ? at + 1 : at, text.size());
}

// sslpassword ends in the same word.
void hide_parameters(std::string& text, bool is_uri) {
  constexpr std::string_view keyword = "password";
  std::size_t at = 0;
  while ((at = text.find(keyword, at)) != std::string::npos) {
    at = text.find_first_not_of(' ', at + keyword.size());
    if (at == std::string::npos) return;
    if (text[at] != '=') continue;
    at = std::min(text.find_first_not_of(' ', at + 1), text.size());
    text.replace(at, end_of_value(text, at, is_uri) - at, hidden);
    at += hidden.size();
  }
}

}  // namespace

std::string without_password(std::string_view word) {
  std::string text(word);
  if (!protocol::is_connection_string(word)) return text;
  const bool is_uri = word.starts_with("postgres://") || word.starts_with("postgresql://");
  if (is_uri) hide_in_authority(text);
  hide_parameters(text, is_uri);
  return text;
}

}  // namespace pgpipe::app::compare
