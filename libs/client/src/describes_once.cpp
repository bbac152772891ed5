#include "describes_once.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace pgpipe::detail {
namespace {

constexpr std::array<std::string_view, 8> fixed_shape = {"select", "insert", "update", "delete",
                                                         "merge",  "values", "table",  "with"};

// Drops white space, comments and opening parentheses from the front.
std::string_view skip_to_word(std::string_view sql) {
  while (!sql.empty()) {
    if (std::isspace(static_cast<unsigned char>(sql.front())) != 0 || sql.front() == '(') {
      sql.remove_prefix(1);
    } else if (sql.starts_with("--")) {
      sql.remove_prefix(std::min(sql.find('\n'), sql.size()));
    } else if (sql.starts_with("/*")) {
      std::size_t depth = 0;
      do {
        if (sql.starts_with("/*")) {
          ++depth;
          sql.remove_prefix(2);
        } else if (sql.starts_with("*/")) {
          --depth;
          sql.remove_prefix(2);
        } else {
          sql.remove_prefix(1);
        }
      } while (depth != 0 && !sql.empty());
    } else {
      break;
    }
  }
  return sql;
}

}  // namespace

bool describes_once(std::string_view sql) {
  sql = skip_to_word(sql);
  std::string word;
  for (const char c : sql) {
    if (std::isalpha(static_cast<unsigned char>(c)) == 0) break;
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return std::find(fixed_shape.begin(), fixed_shape.end(), word) != fixed_shape.end();
}

}  // namespace pgpipe::detail
