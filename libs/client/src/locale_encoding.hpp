#pragma once

#include <string>
#include <string_view>

namespace pgpipe::detail {

// PostgreSQL's name for a character set as the C library calls it ("UTF-8", "ISO-8859-15"); SQL_ASCII for others, which
// the server then does not convert.
[[nodiscard]] std::string encoding_of_codeset(std::string_view codeset);

// That of the locale that the environment names (LC_ALL, LC_CTYPE, LANG), whether or not the program has called
// setlocale().
[[nodiscard]] std::string locale_encoding();

}  // namespace pgpipe::detail
