#pragma once

#include <cstdint>

namespace pgpipe {

// The formats of COPY (manual, "COPY", "File Formats"), with the default delimiters, quotes and NULLs of each.
enum class copy_format : std::uint8_t { text, csv, binary };

}  // namespace pgpipe
