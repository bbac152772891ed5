#pragma once

#include <cstdint>
#include <string>

#include "bench/init_sql.hpp"

namespace pgpipe::app::bench {

// Appends rows `first` up to but without `last`, counted from 0, in COPY's text format.
void append_rows(std::string& text, standard_table table, std::int64_t first, std::int64_t last);

}  // namespace pgpipe::app::bench
