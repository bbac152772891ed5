#include <pgpipe/client/copy_writer.hpp>

namespace pgpipe::detail {
namespace {

constexpr std::string_view binary_signature("PGCOPY\n\377\r\n\0", 11);

// The letter that stands for a character behind a backslash, or 0.
char escape_of(char c) {
  switch (c) {
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    case '\v': return 'v';
    case '\\': return '\\';
    default: return 0;
  }
}

void write_text_field(copy_buffer& out, std::string_view text) {
  while (!text.empty()) {
    std::size_t plain = 0;
    while (plain != text.size() && escape_of(text[plain]) == 0) ++plain;
    out.text(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) return;
    out.byte('\\');
    out.byte(escape_of(text.front()));
    text.remove_prefix(1);
  }
}

// NULL is the empty field without quotes, and a line of `\.` alone ended the data before PostgreSQL 18.
void write_csv_field(copy_buffer& out, std::string_view text) {
  if (!text.empty() && text != "\\." && text.find_first_of(",\"\r\n") == std::string_view::npos) return out.text(text);
  out.byte('"');
  for (const char c : text) {
    if (c == '"') out.byte('"');
    out.byte(c);
  }
  out.byte('"');
}

}  // namespace

void begin_copy(copy_buffer& out, copy_format as) {
  if (as != copy_format::binary) return;
  out.text(binary_signature);
  out.int4(0);  // flags
  out.int4(0);  // size of the header's extension
}

void end_copy(copy_buffer& out, copy_format as) {
  if (as == copy_format::binary) out.int2(-1);
}

void write_copy_field(copy_buffer& out, std::string_view text, copy_format as) {
  if (as == copy_format::csv) return write_csv_field(out, text);
  write_text_field(out, text);
}

}  // namespace pgpipe::detail
