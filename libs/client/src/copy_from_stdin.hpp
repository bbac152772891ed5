#pragma once

#include <string_view>

namespace pgpipe::detail {

// Whether a statement of this text is COPY ... FROM STDIN. The server then takes nothing but COPY data, so that a
// statement behind it without its data would end the connection.
[[nodiscard]] bool is_copy_from_stdin(std::string_view sql);

}  // namespace pgpipe::detail
