#include "bench/sql_template.hpp"

#include <algorithm>
#include <string>

#include "bench/characters.hpp"

namespace pgpipe::app::bench {
namespace {

// What stands behind a colon.
struct mention {
  std::string_view name;  // empty: no variable
  std::size_t size = 0;   // with its quotes
  bench::quoting quoting = quoting::none;
};

mention find_name(std::string_view text) {
  if (text.empty() || !is_letter(text.front())) return {};
  std::size_t size = 1;
  while (size < text.size() && (is_letter(text[size]) || is_digit(text[size]))) ++size;
  return {text.substr(0, size), size, quoting::none};
}

mention find_quoted_name(std::string_view text) {
  if (text.empty() || (text.front() != '\'' && text.front() != '"')) return {};
  const std::size_t end = text.find(text.front(), 1);
  if (end == std::string_view::npos || !is_valid_variable_name(text.substr(1, end - 1))) return {};
  return {text.substr(1, end - 1), end + 1, text.front() == '"' ? quoting::identifier : quoting::literal};
}

// Collects the variables of one command.
class variable_finder {
 public:
  variable_finder(std::string_view sql, variable_names& names, command& target)
      : sql_(sql), names_(names), target_(target) {}

  void add(std::size_t colon, const mention& found) {
    const std::string_view before = sql_.substr(done_, colon - done_);
    const variable_slot slot = names_.intern(found.name);
    target_.pieces.push_back({std::string(before), slot, found.quoting});
    done_ = colon + 1 + found.size;
    target_.parameterized.append(before);
    if (found.quoting == quoting::identifier) {
      target_.parameterized.append(sql_.substr(colon, done_ - colon));
      return;
    }
    target_.parameters.push_back(slot);
    target_.parameterized.append("$").append(std::to_string(target_.parameters.size()));
  }

  void finish() {
    const std::string_view rest = sql_.substr(done_);
    if (!rest.empty()) target_.pieces.push_back({std::string(rest), no_variable, quoting::none});
    target_.parameterized.append(rest);
  }

  [[nodiscard]] std::size_t done() const { return done_; }

 private:
  std::string_view sql_;
  variable_names& names_;
  command& target_;
  std::size_t done_ = 0;  // what comes before is in the target
};

}  // namespace

void find_variables(std::string_view sql, std::span<const text_span> quoted, const variable_rules& rules,
                    variable_names& names, command& target) {
  variable_finder finder(sql, names, target);
  auto next_quoted = quoted.begin();
  for (std::size_t colon = sql.find(':'); colon != std::string_view::npos;) {
    next_quoted = std::find_if(next_quoted, quoted.end(), [&](const text_span& each) { return each.end > colon; });
    const bool is_quoted = next_quoted != quoted.end() && next_quoted->begin <= colon;
    if (is_quoted && rules.quotes_are_text) {
      colon = sql.find(':', next_quoted->end);
      continue;
    }
    const std::string_view behind = sql.substr(colon + 1);
    mention found = find_name(behind);
    if (found.name.empty() && rules.may_be_quoted && !is_quoted) found = find_quoted_name(behind);
    if (found.name.empty()) {
      colon = sql.find(':', std::min(sql.find_first_not_of(':', colon), sql.size()));
    } else {
      finder.add(colon, found);
      colon = sql.find(':', finder.done());
    }
  }
  finder.finish();
}

}  // namespace pgpipe::app::bench
