#include "bench/init_rows.hpp"

#include <charconv>
#include <string_view>

namespace pgpipe::app::bench {
namespace {

// Two numbers of at most 19 digits, and the rest of a row.
constexpr std::size_t max_row_bytes = 2 * 19 + 8;

char* put(char* at, std::int64_t number) { return std::to_chars(at, at + 19, number).ptr; }
char* put(char* at, std::string_view text) { return at + text.copy(at, text.size()); }

// The filler is null in branches and tellers, and the empty string, which the server pads with blanks, in accounts.
char* put_row(char* at, standard_table table, std::int64_t row) {
  at = put(at, row + 1);
  switch (table) {
    case standard_table::branches: return put(at, "\t0\t\\N\n");
    case standard_table::tellers: *at++ = '\t'; return put(put(at, row / tellers_per_branch + 1), "\t0\t\\N\n");
    case standard_table::accounts: *at++ = '\t'; return put(put(at, row / accounts_per_branch + 1), "\t0\t\n");
  }
  return at;
}

}  // namespace

void append_rows(std::string& text, standard_table table, std::int64_t first, std::int64_t last) {
  std::size_t used = text.size();
  text.resize(used + static_cast<std::size_t>(last - first) * max_row_bytes);
  char* at = text.data() + used;
  for (std::int64_t row = first; row < last; ++row) at = put_row(at, table, row);
  text.resize(static_cast<std::size_t>(at - text.data()));
}

}  // namespace pgpipe::app::bench
