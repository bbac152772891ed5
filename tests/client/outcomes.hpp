#pragma once

#include <vector>

#include <pgpipe/client/statement_result.hpp>

// What tests of pipelines say of results: what became of the statements, and of the groups, in order.
namespace pgpipe {

inline constexpr auto completed = statement_outcome::completed;
inline constexpr auto failed = statement_outcome::failed;
inline constexpr auto skipped = statement_outcome::skipped;

inline std::vector<statement_outcome> outcomes(const std::vector<statement_result>& results) {
  std::vector<statement_outcome> all;
  for (const statement_result& each : results) {
    if (!each.is_group()) all.push_back(each.outcome());
  }
  return all;
}

inline std::vector<group_outcome> groups(const std::vector<statement_result>& results) {
  std::vector<group_outcome> all;
  for (const statement_result& each : results) {
    if (each.is_group()) all.push_back(each.group());
  }
  return all;
}

}  // namespace pgpipe
