#pragma once

#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace pgpipe::app::report {

// A part of a result without which the page cannot show it: names joined by points, "[]" for each element of an array,
// "{}" for each member of an object. Its kind is a letter: number, text, Boolean (b), array or object, and "?" behind
// it where it may be null.
struct required_part {
  std::string_view path;
  std::string_view kind;
};

[[nodiscard]] std::span<const required_part> bench_parts();
[[nodiscard]] std::span<const required_part> comparison_parts();

// What the first part that is not as it should be is and why, "totals.tps is missing"; empty when all are.
[[nodiscard]] std::string missing_part(const nlohmann::ordered_json& result, std::span<const required_part> parts);

// Likewise of a comparison: that it has exactly one cell, with a round at least, for each row and column.
[[nodiscard]] std::string missing_cell(const nlohmann::ordered_json& comparison);

}  // namespace pgpipe::app::report
