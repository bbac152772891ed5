#include "interpolate.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

#include <pgpipe/base/chunk.hpp>
#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/protocol/message_writer.hpp>
#include <pgpipe/types/oid.hpp>

#include "bind_writer.hpp"

namespace pgpipe::detail {
namespace {

using protocol::sql_token;

error refusal(std::string text) { return {error_category::usage, std::move(text), retry_safety::safe}; }

// ::pg_catalog."int4"[], whatever the search path; empty where the server is to find the type out.
result<std::string> cast_to(std::uint32_t type) {
  if (type == 0) return std::string();
  std::string_view name = types::type_name(type);
  if (name.empty()) return fail(refusal("its type (OID " + std::to_string(type) + ") has no name known here"));
  const bool is_array = name.ends_with("[]");
  if (is_array) name.remove_suffix(2);
  return "::pg_catalog.\"" + std::string(name) + (is_array ? "\"[]" : "\"");
}

// The value's text, as a Bind would carry it.
result<std::string> text_of(const parameter& argument) {
  chunk_pool pool;
  output_buffer out(pool);
  protocol::message_writer message(out, protocol::frontend::query);
  const std::size_t begin = message.position();
  if (auto written = argument.encode(message, argument.type(), format::text); !written)
    return fail(std::move(written).error());
  if (!message.finish()) return fail(cannot_be_said());
  const auto bytes = out.pending().subspan(begin);
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

result<std::string> constant_of(const parameter& argument, const quoting& how) {
  auto cast = cast_to(argument.type());
  if (!cast) return fail(std::move(cast).error());
  if (argument.is_null()) return "(NULL" + *cast + ")";
  auto text = text_of(argument);
  if (!text) return fail(std::move(text).error());
  auto quoted = protocol::escape_literal(*text, how.encoding);
  if (!quoted) return quoted;
  return "(" + *quoted + *cast + ")";
}

// Writes a statement while it is being read.
class interpolation {
 public:
  interpolation(std::string_view sql, parameters arguments, const quoting& how)
      : sql_(sql), arguments_(arguments), how_(how), scanner_(sql, how.backslash), used_(arguments.size()) {}

  result<std::string> run() {
    for (;;) {
      const sql_token token = scanner_.next();
      switch (token) {
        case sql_token::end: return finish();
        case sql_token::unterminated: return fail(refusal("the statement has a quote or a comment without an end"));
        case sql_token::unclear:
          return fail(
              refusal("where a string constant with a backslash ends depends on standard_conforming_strings, "
                      "which is not known now: E'...' would be clear"));
        case sql_token::semicolon: after_statement_ = after_statement_ || (depth_ == 0 && !in_body_); break;
        default:
          if (after_statement_) return fail(refusal("the text holds several statements: exec() takes them"));
          if (auto taken = take(token); !taken) return fail(std::move(taken).error());
      }
    }
  }

 private:
  result<void> take(sql_token token) {
    if (token == sql_token::opening) ++depth_;
    if (token == sql_token::closing) --depth_;
    const bool is_begin = token == sql_token::word && is(scanner_.text(), "begin");
    // The body of an SQL-standard function, whose statements end in semicolons of their own.
    if (begun_ && token == sql_token::word && is(scanner_.text(), "atomic")) in_body_ = true;
    begun_ = is_begin;
    return token == sql_token::parameter ? put_argument() : result<void>();
  }

  static bool is(std::string_view word, std::string_view lower_case) {
    return std::equal(word.begin(), word.end(), lower_case.begin(), lower_case.end(),
                      [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
  }

  result<void> put_argument() {
    const std::string_view place = scanner_.text();
    std::size_t number = 0;
    const auto read = std::from_chars(place.data() + 1, place.data() + place.size(), number);
    if (read.ec != std::errc() || number == 0 || number > arguments_.size())
      return fail(refusal("there is no argument for " + std::string(place)));
    auto constant = constant_of(arguments_[number - 1], how_);
    if (!constant) {
      constant.error().add_context("parameter " + std::string(place)).set_safety(retry_safety::safe);
      return fail(std::move(constant).error());
    }
    used_[number - 1] = true;
    made_.append(sql_.substr(copied_, scanner_.position() - copied_)).append(*constant);
    copied_ = scanner_.position() + place.size();
    return {};
  }

  result<std::string> finish() {
    const auto unused = std::find(used_.begin(), used_.end(), false);
    if (unused != used_.end())
      return fail(refusal("the statement has no parameter $" + std::to_string(unused - used_.begin() + 1)));
    made_.append(sql_.substr(copied_));
    return std::move(made_);
  }

  std::string_view sql_;
  parameters arguments_;
  quoting how_;
  protocol::sql_scanner scanner_;
  std::vector<bool> used_;
  std::string made_;
  std::size_t copied_ = 0;  // up to where sql_ stands in made_
  int depth_ = 0;           // of parentheses, in which a rule's commands stand
  bool begun_ = false;      // the last word was BEGIN
  bool in_body_ = false;
  bool after_statement_ = false;
};

}  // namespace

result<std::string> interpolate(std::string_view sql, parameters arguments, const quoting& how) {
  // Behind a character of several bytes nothing would be where it seems to be.
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (how.encoding == protocol::text_encoding::multi_byte && !std::all_of(sql.begin(), sql.end(), is_ascii))
    return fail(refusal("a statement can hold only ASCII in this client_encoding and pooler mode"));
  return interpolation(sql, arguments, how).run();
}

}  // namespace pgpipe::detail
