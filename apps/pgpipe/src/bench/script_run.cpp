#include "bench/script_run.hpp"

#include <charconv>
#include <optional>
#include <string_view>

#include "bench/characters.hpp"
#include "bench/value_quoting.hpp"

namespace pgpipe::app::bench {
namespace {

// For ever, for a benchmark; any clock's time points can hold it.
constexpr std::chrono::microseconds longest_sleep = std::chrono::hours(24 * 365 * 100);

// The number at the start of a text, as C's atoi reads it; nothing without a digit.
std::optional<std::int64_t> leading_number(std::string_view text) {
  text = trim(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec != std::errc()) return std::nullopt;
  return number;
}

}  // namespace

bool run_set(const command& set, evaluation& with) {
  value computed;  // NOLINT(cppcoreguidelines-pro-type-member-init): evaluate() sets it, or nobody reads it
  if (!evaluate(set.formula, with, computed)) return false;
  if (set.target == no_variable) {
    with.error = "set: invalid variable name: \"" + set.target_name + "\"";
    return false;
  }
  with.variables.set(set.target, computed);
  return true;
}

bool run_condition(const command& condition, evaluation& with, std::uint32_t& next) {
  value computed;  // NOLINT(cppcoreguidelines-pro-type-member-init): evaluate() sets it, or nobody reads it
  if (!evaluate(condition.formula, with, computed)) return false;
  next = is_true(computed) ? condition.next : condition.jump;
  return true;
}

result<std::chrono::microseconds> sleep_duration(const command& sleep, variables& table) {
  std::int64_t number = sleep.sleep.number;
  if (const variable_slot slot = sleep.sleep.slot; slot != no_variable) {
    const std::string& name = table.names().name(slot);
    const auto text = table.text(slot);
    if (!text) return fail(error_category::usage, "sleep: undefined variable \"" + name + "\"");
    const auto parsed = leading_number(*text);
    if (!parsed) {
      return fail(error_category::usage,
                  "sleep: invalid sleep time \"" + std::string(*text) + "\" for variable \"" + name + "\"");
    }
    number = *parsed;
  }
  if (number <= 0) return std::chrono::microseconds(0);
  if (number > longest_sleep.count() / sleep.sleep.unit_us) return longest_sleep;
  return std::chrono::microseconds(number * sleep.sleep.unit_us);
}

void append_sql(const command& source, variables& table, std::string& sql) {
  for (const text_piece& piece : source.pieces) {
    sql += piece.text;
    if (piece.slot == no_variable) continue;
    if (const auto text = table.text(piece.slot)) {
      sql += quote_value(*text, piece.quoting).value_or(std::string());
    } else {
      sql.append(":").append(mention_of(table.names().name(piece.slot), piece.quoting));
    }
  }
}

std::string mention_of(std::string_view name, quoting how) {
  if (how == quoting::none) return std::string(name);
  const char quote = how == quoting::literal ? '\'' : '"';
  return quote + std::string(name) + quote;
}

result<std::string> shell_line(const command& source, variables& table) {
  std::string line;
  for (const text_piece& piece : source.pieces) {
    line += piece.text;
    if (piece.slot == no_variable) continue;
    const auto text = table.text(piece.slot);
    if (!text) {
      return fail(error_category::usage,
                  source.name + ": undefined variable \"" + table.names().name(piece.slot) + "\"");
    }
    line += *text;
  }
  return line;
}

}  // namespace pgpipe::app::bench
