#pragma once

#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>
#include <pgpipe/client/parameter.hpp>
#include <pgpipe/protocol/quote.hpp>
#include <pgpipe/protocol/sql_scanner.hpp>

namespace pgpipe::detail {

// What the session's settings say about quoting.
struct quoting {
  protocol::text_encoding encoding;
  protocol::string_backslash backslash;
};

// The one statement of `sql` with its arguments in place of $1, $2, ...: each a quoted constant, cast to the type that
// the argument declares, in parentheses, so that it grows together with nothing beside it. Usage errors for whatever
// could be read in another way than it is meant: text that is not valid in the encoding, a quote without an end, a
// string constant whose end depends on an unknown setting, several statements, a parameter without an argument and an
// argument without a parameter.
[[nodiscard]] result<std::string> interpolate(std::string_view sql, parameters arguments, const quoting& how);

}  // namespace pgpipe::detail
