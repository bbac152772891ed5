#pragma once

#include <string_view>

namespace pgpipe::detail {

// Whether a prepared statement of this text keeps the columns it described, or fails: SELECT and DML do. FETCH,
// EXECUTE, CALL, EXPLAIN and SHOW may return other columns at the next execution without any error, so they, and
// whatever is not known here, have to describe their portal each time.
[[nodiscard]] bool describes_once(std::string_view sql);

}  // namespace pgpipe::detail
