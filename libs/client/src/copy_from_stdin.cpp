#include "copy_from_stdin.hpp"

#include <algorithm>
#include <string>

#include "sql_words.hpp"

namespace pgpipe::detail {
namespace {

// What stands behind the quoted text, or behind the one character, at the front.
std::string_view skip_one(std::string_view sql) {
  const char c = sql.front();
  if (c != '\'' && c != '"') return sql.substr(1);
  const std::size_t end = sql.find(c, 1);
  return sql.substr(std::min(end, sql.size() - 1) + 1);
}

}  // namespace

bool is_copy_from_stdin(std::string_view sql) {
  sql = skip_blanks(sql);
  if (word_of(sql) != "copy") return false;
  int depth = 0;  // a query in parentheses has a FROM of its own
  bool behind_from = false;
  for (;;) {
    sql = skip_blanks(sql);
    if (sql.empty()) return false;
    const std::string word = word_of(sql);
    if (word.empty()) {
      if (sql.front() == '(') ++depth;
      if (sql.front() == ')') --depth;
      sql = skip_one(sql);
      behind_from = false;
      continue;
    }
    if (depth == 0 && behind_from) return word == "stdin";
    behind_from = word == "from";
    sql.remove_prefix(word.size());
  }
}

}  // namespace pgpipe::detail
