#pragma once

#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/conninfo.hpp>

// The two ways to write a conninfo: each sets in `out` what `text` says, in order.
namespace pgpipe::protocol {

[[nodiscard]] result<void> parse_keyword_value(std::string_view text, conninfo& out);

// `text` starts with a scheme.
[[nodiscard]] result<void> parse_uri(std::string_view text, conninfo& out);

// The length of "postgres://" or "postgresql://" at the front of the text, or 0.
[[nodiscard]] std::size_t uri_scheme_length(std::string_view text);

// ` after "word"`, or nothing when the word may be the rest of an ill-quoted password.
[[nodiscard]] std::string after_word(std::string_view word, std::string_view previous_keyword);

// As isspace() in the C locale.
[[nodiscard]] constexpr bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace pgpipe::protocol
