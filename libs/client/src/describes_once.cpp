#include "describes_once.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "sql_words.hpp"

namespace pgpipe::detail {
namespace {

constexpr std::array<std::string_view, 8> fixed_shape = {"select", "insert", "update", "delete",
                                                         "merge",  "values", "table",  "with"};

}  // namespace

bool describes_once(std::string_view sql) {
  sql = skip_blanks(sql);
  while (sql.starts_with('(')) sql = skip_blanks(sql.substr(1));
  const std::string word = word_of(sql);
  return std::find(fixed_shape.begin(), fixed_shape.end(), word) != fixed_shape.end();
}

}  // namespace pgpipe::detail
