#include "sql_words.hpp"

#include <algorithm>
#include <cctype>

namespace pgpipe::detail {
namespace {

// What stands behind the comment that begins here; comments nest.
std::string_view skip_block_comment(std::string_view sql) {
  std::size_t depth = 0;
  do {
    const bool begins = sql.starts_with("/*");
    const bool ends = sql.starts_with("*/");
    if (begins) ++depth;
    if (ends) --depth;
    sql.remove_prefix(begins || ends ? 2 : 1);
  } while (depth != 0 && !sql.empty());
  return sql;
}

}  // namespace

std::string_view skip_blanks(std::string_view sql) {
  while (!sql.empty()) {
    if (std::isspace(static_cast<unsigned char>(sql.front())) != 0) {
      sql.remove_prefix(1);
    } else if (sql.starts_with("--")) {
      sql.remove_prefix(std::min(sql.find('\n'), sql.size()));
    } else if (sql.starts_with("/*")) {
      sql = skip_block_comment(sql);
    } else {
      break;
    }
  }
  return sql;
}

std::string word_of(std::string_view sql) {
  std::string word;
  for (const char c : sql) {
    if (std::isalpha(static_cast<unsigned char>(c)) == 0) break;
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return word;
}

}  // namespace pgpipe::detail
