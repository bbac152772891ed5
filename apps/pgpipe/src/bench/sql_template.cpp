#include "bench/sql_template.hpp"

#include <string>

#include "bench/characters.hpp"

namespace pgpipe::app::bench {
namespace {

// The size of the variable's name behind a colon, or 0.
std::size_t name_size(std::string_view text) {
  if (text.empty() || !is_letter(text.front())) return 0;
  std::size_t size = 1;
  while (size < text.size() && (is_letter(text[size]) || is_digit(text[size]))) ++size;
  return size;
}

}  // namespace

void find_variables(std::string_view sql, variable_names& names, command& target) {
  std::size_t done = 0;  // what comes before is in the target
  std::size_t colon = sql.find(':');
  while (colon != std::string_view::npos) {
    const std::size_t size = name_size(sql.substr(colon + 1));
    if (size == 0) {
      colon = sql.find(':', sql.find_first_not_of(':', colon));
      continue;
    }
    const std::string_view before = sql.substr(done, colon - done);
    const variable_slot slot = names.intern(sql.substr(colon + 1, size));
    target.pieces.push_back({std::string(before), slot});
    target.parameters.push_back(slot);
    target.parameterized.append(before).append("$").append(std::to_string(target.parameters.size()));
    done = colon + 1 + size;
    colon = sql.find(':', done);
  }
  const std::string_view rest = sql.substr(done);
  if (!rest.empty()) target.pieces.push_back({std::string(rest), no_variable});
  target.parameterized.append(rest);
}

}  // namespace pgpipe::app::bench
