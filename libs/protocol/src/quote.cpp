#include <algorithm>
#include <array>

#include <pgpipe/protocol/quote.hpp>

namespace pgpipe::protocol {
namespace {

constexpr std::array<std::string_view, 28> single_byte_encodings = {
    "SQL_ASCII", "LATIN1",  "LATIN2",  "LATIN3",     "LATIN4",     "LATIN5",     "LATIN6",
    "LATIN7",    "LATIN8",  "LATIN9",  "LATIN10",    "WIN1250",    "WIN1251",    "WIN1252",
    "WIN1253",   "WIN1254", "WIN1255", "WIN1256",    "WIN1257",    "WIN1258",    "WIN866",
    "WIN874",    "KOI8R",   "KOI8U",   "ISO_8859_5", "ISO_8859_6", "ISO_8859_7", "ISO_8859_8"};

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// The least and greatest second byte of a UTF-8 character, by its first: this shuts out overlong forms, surrogates and
// what lies beyond U+10FFFF (Unicode Standard, table 3-7).
struct utf8_lead {
  std::size_t size = 0;  // of the character; 0: starts none
  unsigned char second_least = 0x80;
  unsigned char second_greatest = 0xbf;
};

constexpr utf8_lead lead_of(unsigned char first) {
  if (first < 0x80) return {1};
  if (first < 0xc2) return {};
  if (first < 0xe0) return {2};
  if (first == 0xe0) return {3, 0xa0, 0xbf};
  if (first == 0xed) return {3, 0x80, 0x9f};
  if (first < 0xf0) return {3};
  if (first == 0xf0) return {4, 0x90, 0xbf};
  if (first < 0xf4) return {4};
  if (first == 0xf4) return {4, 0x80, 0x8f};
  return {};
}

// The bytes of the character at the front of `text`, which is not empty; 0 when there is no valid one.
std::size_t utf8_character(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const utf8_lead lead = lead_of(byte(0));
  if (lead.size <= 1) return lead.size;
  if (text.size() < lead.size || byte(1) < lead.second_least || byte(1) > lead.second_greatest) return 0;
  for (std::size_t i = 2; i != lead.size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return 0;
  }
  return lead.size;
}

bool is_valid_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = utf8_character(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

result<void> check(std::string_view text, text_encoding encoding, std::string_view what) {
  if (text.find('\0') != std::string_view::npos) {
    return fail(error_category::usage, std::string(what) + " cannot hold a zero byte", retry_safety::safe);
  }
  if (encoding == text_encoding::utf8 && !is_valid_utf8(text)) {
    return fail(error_category::usage, std::string(what) + " cannot hold what is not valid UTF-8", retry_safety::safe);
  }
  if (encoding == text_encoding::multi_byte && !std::all_of(text.begin(), text.end(), is_ascii)) {
    return fail(error_category::usage, std::string(what) + " can hold only ASCII in this client_encoding",
                retry_safety::safe);
  }
  return {};
}

// Appends `text` between two quotes, every `quote` and, where asked, every backslash doubled.
void append_quoted(std::string& out, std::string_view text, char quote, bool double_backslashes) {
  out += quote;
  for (const char c : text) {
    if (c == quote || (c == '\\' && double_backslashes)) out += c;
    out += c;
  }
  out += quote;
}

}  // namespace

text_encoding encoding_named(std::string_view client_encoding) {
  if (client_encoding == "UTF8" || client_encoding == "UNICODE") return text_encoding::utf8;
  const bool single = std::find(single_byte_encodings.begin(), single_byte_encodings.end(), client_encoding) !=
                      single_byte_encodings.end();
  return single ? text_encoding::single_byte : text_encoding::multi_byte;
}

result<std::string> escape_literal(std::string_view text, text_encoding encoding) {
  if (result<void> valid = check(text, encoding, "a string constant"); !valid) return fail(std::move(valid).error());
  const bool has_backslash = text.find('\\') != std::string_view::npos;
  std::string out;
  out.reserve(text.size() + 4);
  if (has_backslash) out = " E";
  append_quoted(out, text, '\'', has_backslash);
  return out;
}

result<std::string> escape_identifier(std::string_view text, text_encoding encoding) {
  if (result<void> valid = check(text, encoding, "an identifier"); !valid) return fail(std::move(valid).error());
  std::string out;
  out.reserve(text.size() + 2);
  append_quoted(out, text, '"', false);
  return out;
}

}  // namespace pgpipe::protocol
