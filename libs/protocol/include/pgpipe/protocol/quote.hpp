#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>

namespace pgpipe::protocol {

// What quoting must know of the connection's client_encoding.
enum class text_encoding : std::uint8_t {
  utf8,
  single_byte,
  // A character may take several bytes by rules this library does not have; in some of these encodings its second byte
  // can be a backslash. ASCII alone means the same in all of them.
  multi_byte,
};

// By the name that the server reports for client_encoding; a name not known is taken for multi_byte, the safe side.
[[nodiscard]] text_encoding encoding_named(std::string_view client_encoding);

// The text as a string constant: in single quotes, those inside doubled; with a backslash in it as an escape constant
// (" E'...'", after a space that keeps the E off a word before it), which means the same whatever
// standard_conforming_strings says. Usage errors: a zero byte, which no constant can hold, and bytes that are no
// character in this encoding. Such bytes are refused and never repaired, because a lone lead byte would take the
// closing quote for its second half.
[[nodiscard]] result<std::string> escape_literal(std::string_view text, text_encoding encoding = text_encoding::utf8);

// The text as a quoted identifier: in double quotes, those inside doubled. The same errors.
[[nodiscard]] result<std::string> escape_identifier(std::string_view text,
                                                    text_encoding encoding = text_encoding::utf8);

}  // namespace pgpipe::protocol
