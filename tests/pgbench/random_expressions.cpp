#include "random_expressions.hpp"

namespace pgpipe::test {

const std::vector<std::string> random_expressions::definitions = {
    "i=5", "neg=-3", "zero=0", "f=2.5", "big=9223372036854775807", "t=true", "off=off", "n=null", "huge=1e300"};

std::string random_expressions::make() { return any(static_cast<int>(below(5))); }

std::string random_expressions::any(int depth) { return below(10) < 7 ? number(depth) : boolean(depth); }

std::string random_expressions::number(int depth) {
  static const texts constants = {"0",
                                  "1",
                                  "2",
                                  "3",
                                  "7",
                                  "10",
                                  "63",
                                  "64",
                                  "100",
                                  "-1",
                                  "-7",
                                  "0.5",
                                  "1.5",
                                  "2.5",
                                  "3.5",
                                  "-2.5",
                                  ".25",
                                  "3.",
                                  "1e10",
                                  "1e300",
                                  "1e-5",
                                  "1e19",
                                  "9223372036854775807",
                                  "-9223372036854775808",
                                  "2147483648",
                                  "4294967296",
                                  ":i",
                                  ":neg",
                                  ":zero",
                                  ":f",
                                  ":big",
                                  ":n",
                                  "null",
                                  ":huge",
                                  ":client_id",
                                  ":random_seed"};
  static const texts operators = {"+", "-", "*", "/", "%", "&", "|", "#", "<<", ">>", "+", "-", "*"};
  if (depth <= 0) return one_of(constants);
  if (below(30) == 0) return boolean(depth - 1);  // of the wrong type
  switch (below(6)) {
    case 0:
    case 1:
    case 2: return between(number(depth - 1), one_of(operators), number(depth - 1));
    case 3: return one_of({"-", "+", "~", "- "}) + number(depth - 1);
    case 4: return call(depth - 1);
    default: return choice(depth);
  }
}

std::string random_expressions::boolean(int depth) {
  static const texts constants = {"true", "false", "TRUE", "False", ":t", ":off", ":n", "null"};
  if (depth <= 0) return one_of(constants);
  if (below(30) == 0) return number(depth - 1);
  switch (below(6)) {
    case 0: return between(number(depth - 1), one_of({"<", ">", "=", "<=", ">=", "<>", "!="}), number(depth - 1));
    case 1: return between(boolean(depth - 1), one_of({"and", "or", "AND", "OR"}), boolean(depth - 1));
    case 2: return "not " + boolean(depth - 1);
    case 3: return between(any(depth - 1), one_of({"is", "is not", "IS"}), one_of({"null", "true", "false"}));
    case 4: return between(any(depth - 1), one_of({"isnull", "notnull"}), "");
    default: return choice(depth);
  }
}

std::string random_expressions::call(int depth) {
  const auto call_of = [&](const texts& names, int arguments) {
    std::string text = one_of(names) + "(";
    for (int i = 0; i != arguments; ++i) text += (i == 0 ? "" : ", ") + number(depth);
    return text + ")";
  };
  switch (below(8)) {
    case 0: return call_of({"abs", "int", "double", "sqrt", "ln", "exp", "ABS"}, 1);
    case 1: return call_of({"least", "greatest"}, 1 + static_cast<int>(below(4)));
    case 2: return call_of({"mod", "pow", "power"}, 2);
    case 3: return call_of({"hash", "hash_murmur2", "hash_fnv1a"}, 1 + static_cast<int>(below(2)));
    case 4: return call_of({"permute"}, 2 + static_cast<int>(below(2)));
    case 5: return "random(" + number(depth) + ", " + one_of({"100", "1000000", "9223372036854775807", ":i"}) + ")";
    case 6:
      return one_of({"random_exponential", "random_gaussian", "random_zipfian"}) + "(1, " + number(depth) + ", " +
             one_of({"2.0", "3", "1.5", "10", ":f", "0.5", "1.0"}) + ")";
    default: return "pi()";
  }
}

std::string random_expressions::choice(int depth) {
  std::string text = "case";
  for (std::size_t branches = 1 + below(2); branches != 0; --branches) {
    text += " when " + (below(4) == 0 ? number(depth - 1) : boolean(depth - 1)) + " then " + any(depth - 1);
  }
  if (below(2) == 0) text += " else " + any(depth - 1);
  return text + " end";
}

// In parentheses, more often than not.
std::string random_expressions::between(const std::string& left, const std::string& oper, const std::string& right) {
  const std::string text = left + " " + oper + (right.empty() ? "" : " ") + right;
  return below(3) == 0 ? text : "(" + text + ")";
}

}  // namespace pgpipe::test
