#pragma once

namespace pgpipe::perf::read_rows {

inline constexpr const char* sql = "SELECT id, name, amount FROM perf_rows LIMIT $1";

}  // namespace pgpipe::perf::read_rows
