#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "typed_rows.hpp"

// Loading perf_target, which is empty before. The rows stand ready: how they come to be is not what is measured.
namespace pgpipe::perf::bulk_load {

inline constexpr const char* empty_it = "TRUNCATE perf_target";

inline std::vector<typed_row> rows(std::uint64_t count) {
  std::vector<typed_row> all;
  all.reserve(count);
  for (std::uint64_t id = 1; id <= count; ++id) all.push_back(row_of(static_cast<std::int64_t>(id)));
  return all;
}

// One value, "t" where exactly the rows 1 to `count` stand in the table.
inline std::string is_right(std::uint64_t count) {
  const std::string n = std::to_string(count);
  return "SELECT count(*) = " + n + " AND count(DISTINCT id) = " + n + " AND min(id) = 1 AND max(id) = " + n +
         " AND bool_and(name = 'customer ' || id AND amount = id / 100.0::float8) FROM perf_target";
}

// Loads `task.rounds` rows by load(rows), which is timed and returns once they are committed, and has the server check
// them by is_loaded(sql). A hundred rows are loaded and checked before the clock starts.
template <typename Exec, typename Load, typename IsLoaded>
void time_loading(const task& task, Exec exec, Load load, IsLoaded is_loaded) {
  const auto all = rows(task.rounds);
  const auto few = rows(100);
  exec(empty_it);
  load(few);
  if (!is_loaded(is_right(few.size()))) give_up("wrong answer");
  exec(empty_it);
  stopwatch watch;
  watch.begin();
  load(all);
  watch.report(task.rounds);
  if (!is_loaded(is_right(all.size()))) give_up("wrong answer");
}

}  // namespace pgpipe::perf::bulk_load
