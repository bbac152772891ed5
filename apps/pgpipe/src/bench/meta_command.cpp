#include "bench/meta_command.hpp"

#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "bench/characters.hpp"
#include "bench/expression_parser.hpp"
#include "bench/meta_words.hpp"
#include "bench/script_error.hpp"

namespace pgpipe::app::bench {
namespace {

class meta_parser {
 public:
  meta_parser(const meta_source& source, variable_names& names, compatibility behaviour)
      : source_(source), names_(names), behaviour_(behaviour) {}

  result<meta_command> parse();

 private:
  // Each fills in parsed_ from what stands behind the command's name, and returns what is wrong with it.
  using problem = std::optional<error>;
  problem parse_arguments(std::string_view name);
  problem parse_set();
  problem parse_condition();
  problem parse_expression(std::size_t from);
  problem parse_sleep();
  problem parse_sleep_operand(meta_word& operand, meta_word& unit);
  problem parse_sleep_unit(const meta_word& unit);
  problem parse_shell(std::size_t first);
  problem parse_setshell();
  problem parse_row_use();
  problem parse_copy();
  problem parse_nothing();

  [[nodiscard]] error refuse(std::string_view message, std::optional<std::size_t> position = {}) const {
    return make_script_error({source_.script, source_.line, parsed_.command.name, source_.text, position}, message);
  }
  [[nodiscard]] error refuse(std::string_view message, const meta_word& word) const {
    return refuse(std::string(message) + " (" + std::string(word.text) + ")", word.position);
  }

  const meta_source& source_;
  variable_names& names_;
  compatibility behaviour_;
  meta_command parsed_;
  std::vector<meta_word> words_;  // those behind the name
  std::size_t name_end_ = 0;
};

struct command_word {
  std::string_view name;
  command_kind kind;
  int since = compatibility::oldest_version;  // of pgbench; 0: ours
};

bool is_known(const command_word& word, compatibility behaviour) {
  return word.since == 0 ? behaviour.allows_extras() : behaviour.is_at_least(word.since);
}

constexpr command_word command_words[] = {
    {"set", command_kind::set},
    {"sleep", command_kind::sleep},
    {"shell", command_kind::shell},
    {"setshell", command_kind::setshell},
    {"if", command_kind::if_},
    {"elif", command_kind::elif},
    {"else", command_kind::else_},
    {"endif", command_kind::endif},
    {"startpipeline", command_kind::startpipeline},
    {"beginbatch", command_kind::startpipeline, 0},
    {"syncpipeline", command_kind::syncpipeline, 17},
    {"endpipeline", command_kind::endpipeline},
    {"endbatch", command_kind::endpipeline, 0},
};

std::string lower(std::string_view word) {
  std::string lowered(word);
  for (char& c : lowered) c = to_lower(c);
  return lowered;
}

std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find_first_of("\r\n"))); }

// The length of an optional sign and the digits behind it; 0 without a digit.
std::size_t integer_size(std::string_view text) {
  const std::size_t sign = !text.empty() && (text.front() == '+' || text.front() == '-') ? 1 : 0;
  std::size_t size = sign;
  while (size < text.size() && is_digit(text[size])) ++size;
  return size == sign ? 0 : size;
}

}  // namespace

result<meta_command> meta_parser::parse() {
  const meta_word name = next_word(source_.text, 1);
  if (name.text.empty()) return std::move(parsed_);
  name_end_ = name.end();
  words_ = split_words(source_.text, name_end_);
  command& target = parsed_.command;
  target.name = lower(name.text);
  target.text = source_.text;
  target.first_line = first_line(source_.text);
  target.line = source_.line;
  parsed_.outcome = meta_command::outcome::command;
  if (problem wrong = parse_arguments(target.name)) return fail(*std::move(wrong));
  return std::move(parsed_);
}

meta_parser::problem meta_parser::parse_arguments(std::string_view name) {
  if (name == "gset" || name == "aset") return parse_row_use();
  if (name == "copy" && behaviour_.allows_extras()) return parse_copy();
  for (const command_word& each : command_words) {
    if (each.name != name || !is_known(each, behaviour_)) continue;
    parsed_.command.kind = each.kind;
    switch (each.kind) {
      case command_kind::set: return parse_set();
      case command_kind::sleep: return parse_sleep();
      case command_kind::shell: return parse_shell(0);
      case command_kind::setshell: return parse_setshell();
      case command_kind::if_:
      case command_kind::elif: return parse_condition();
      default: return parse_nothing();
    }
  }
  return refuse("invalid command");
}

meta_parser::problem meta_parser::parse_set() {
  if (words_.empty()) return refuse("missing argument");
  const meta_word& name = words_.front();
  parsed_.command.target_name = name.text;
  if (is_valid_variable_name(name.text)) parsed_.command.target = names_.intern(name.text);
  return parse_expression(name.end());
}

meta_parser::problem meta_parser::parse_condition() { return parse_expression(name_end_); }

meta_parser::problem meta_parser::parse_expression(std::size_t from) {
  auto compiled = compile_expression(source_.text.substr(from), names_);
  if (!compiled) return refuse(compiled.error().message, from + compiled.error().position);
  parsed_.command.formula = *std::move(compiled);
  return {};
}

meta_parser::problem meta_parser::parse_sleep() {
  if (words_.empty()) return refuse("missing argument");
  if (words_.size() > 2) return refuse("too many arguments", words_[2].position);
  meta_word operand = words_[0];
  meta_word unit = words_.size() > 1 ? words_[1] : meta_word{};
  if (problem wrong = parse_sleep_operand(operand, unit)) return wrong;
  return unit.text.empty() ? std::nullopt : parse_sleep_unit(unit);
}

// The unit may be glued to a number: then it is cut off.
meta_parser::problem meta_parser::parse_sleep_operand(meta_word& operand, meta_word& unit) {
  sleep_time& sleep = parsed_.command.sleep;
  if (operand.text.starts_with(':')) {
    sleep.slot = names_.intern(operand.text.substr(1));
    return {};
  }
  const std::size_t size = integer_size(operand.text);
  const bool has_rest = size < operand.text.size();
  if (size == 0 || (has_rest && !unit.text.empty())) return refuse("invalid sleep time, must be an integer", operand);
  if (has_rest) unit = {operand.text.substr(size), operand.position + size};
  std::string_view digits = operand.text.substr(0, size);
  if (digits.front() == '+') digits.remove_prefix(1);
  if (std::from_chars(digits.data(), digits.data() + digits.size(), sleep.number).ec != std::errc()) {
    return refuse("sleep time is out of range", operand);
  }
  return {};
}

meta_parser::problem meta_parser::parse_sleep_unit(const meta_word& unit) {
  struct {
    std::string_view name;
    std::int64_t us;
  } constexpr units[] = {{"us", 1}, {"ms", 1000}, {"s", 1000000}};
  for (const auto& each : units) {
    if (!equals_ignoring_case(unit.text, each.name)) continue;
    parsed_.command.sleep.unit_us = each.us;
    return {};
  }
  return refuse("unrecognized time unit, must be us, ms or s", unit);
}

// The words from `first` on, joined by blanks. A word that starts with a colon is a variable, with two colons a word
// that starts with one.
meta_parser::problem meta_parser::parse_shell(std::size_t first) {
  if (words_.size() <= first) return refuse(first == 0 ? "missing command" : "missing argument");
  std::string text;
  for (std::size_t i = first; i < words_.size(); ++i) {
    const std::string_view word = words_[i].text;
    if (i > first) text += ' ';
    if (!word.starts_with(':')) {
      text += word;
    } else if (word.starts_with("::")) {
      text += word.substr(1);
    } else {
      parsed_.command.pieces.push_back({std::exchange(text, {}), names_.intern(word.substr(1))});
    }
  }
  if (!text.empty()) parsed_.command.pieces.push_back({std::move(text), no_variable});
  return {};
}

meta_parser::problem meta_parser::parse_setshell() {
  if (words_.size() < 2) return refuse("missing argument");
  const std::string_view name = words_.front().text;
  parsed_.command.target_name = name;
  if (is_valid_variable_name(name)) parsed_.command.target = names_.intern(name);
  return parse_shell(1);
}

meta_parser::problem meta_parser::parse_row_use() {
  if (words_.size() > 1) return refuse("too many arguments", words_[1].position);
  parsed_.outcome = meta_command::outcome::row_use;
  parsed_.command.rows = parsed_.command.name == "gset" ? row_use::gset : row_use::aset;
  if (!words_.empty()) parsed_.command.prefix = words_.front().text;
  return {};
}

meta_parser::problem meta_parser::parse_copy() {
  auto request = bench::parse_copy(source_.text.substr(name_end_));
  if (!request) return refuse(request.error().text());
  parsed_.outcome = meta_command::outcome::copy;
  parsed_.copy = *std::move(request);
  return {};
}

meta_parser::problem meta_parser::parse_nothing() {
  if (words_.empty()) return {};
  return refuse("unexpected argument", words_.front().position);
}

std::size_t meta_command_size(std::string_view text) {
  std::size_t end = text.find('\n', 1);
  while (end != std::string_view::npos) {
    const std::string_view before = text.substr(1, end - 1);
    if (!before.ends_with('\\') && !before.ends_with("\\\r")) break;
    end = text.find('\n', end + 1);
  }
  std::size_t size = end == std::string_view::npos ? text.size() : end;
  if (size > 1 && end != std::string_view::npos && text[size - 1] == '\r') --size;
  return size;
}

result<meta_command> parse_meta_command(const meta_source& source, variable_names& names, compatibility behaviour) {
  return meta_parser(source, names, behaviour).parse();
}

}  // namespace pgpipe::app::bench
