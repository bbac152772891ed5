#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace pgpipe::test {

// Expressions of pgbench's language, most of which can be evaluated, with the variables of `definitions`. Types mostly
// fit, parentheses are left out where they may matter, and constants are those at which something overflows or rounds.
class random_expressions {
 public:
  explicit random_expressions(unsigned seed) : random_(seed) {}

  [[nodiscard]] std::string make();

  // -D options.
  static const std::vector<std::string> definitions;

 private:
  using texts = std::vector<std::string>;

  std::string any(int depth);
  std::string number(int depth);
  std::string boolean(int depth);
  std::string call(int depth);
  std::string choice(int depth);
  std::string between(const std::string& left, const std::string& oper, const std::string& right);
  const std::string& one_of(const texts& these) { return these[below(these.size())]; }
  std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_); }

  std::mt19937 random_;
};

}  // namespace pgpipe::test
