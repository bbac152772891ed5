#pragma once

#include <regex>
#include <string>

#include "program.hpp"

// What two programs have written, made comparable.
namespace pgpipe::test {

// Numbers that no two runs share are masked.
inline std::string without_times(std::string text) {
  text = std::regex_replace(text, std::regex("(tps = |latency average = |latency stddev = |connection time = )[0-9.]+"),
                            "$1NUMBER");
  text = std::regex_replace(text, std::regex("(schedule lag: avg )[0-9.]+( \\(max )[0-9.]+"), "$1NUMBER$2NUMBER");
  return std::regex_replace(text, std::regex("(^|\n) +[0-9]+\\.[0-9]{3}  "), "$1 NUMBER  ");
}

// A report without the banner, which names the program.
inline std::string body(const program_result& result) {
  const std::size_t end = result.out.find('\n');
  return end == std::string::npos ? result.out : without_times(result.out.substr(end + 1));
}

// Our messages without the program's name, and without the place in the script that those about aborted clients have.
inline std::string like_theirs(std::string text) {
  text = std::regex_replace(text, std::regex("(^|\n)pgpipe: "), "$1pgbench: ");
  return std::regex_replace(text, std::regex("( aborted in command [0-9]+( query [0-9]+)?): [^:\n]*:[0-9]+: "), "$1: ");
}

}  // namespace pgpipe::test
