#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "contender.hpp"

// The rows (id int8, name text, amount float8) that are read from perf_rows and copied into perf_target; perf/run makes
// both tables.
namespace pgpipe::perf {

inline constexpr std::uint64_t table_rows = 1'000'000;

struct typed_row {
  std::int64_t id;
  std::string name;
  double amount;
};

// Row `id` of perf_rows, from 1 on.
inline typed_row row_of(std::int64_t id) {
  return {id, "customer " + std::to_string(id), static_cast<double>(id) / 100};
}

// What every contender makes of the rows: all values are looked at, in any order.
class row_sums {
 public:
  void add(std::int64_t id, std::string_view name, double amount) {
    ++rows_;
    ids_ += id;
    letters_ += name.size() + static_cast<unsigned char>(name.back());
    amounts_ += amount;
  }

  // Ends the program unless these are the rows 1 to `rows`.
  void check(std::uint64_t rows) const {
    const std::uint64_t ids = rows * (rows + 1) / 2;
    const double amounts = static_cast<double>(ids) / 100;
    const bool near = std::abs(amounts_ - amounts) <= 1e-9 * amounts;
    if (rows_ != rows || ids_ != static_cast<std::int64_t>(ids) || letters_ != letters_of(rows) || !near) {
      give_up("wrong answer");
    }
  }

 private:
  // The letters of the names and their last ones' codes, without looking at each of them: the clock may be running.
  static std::size_t letters_of(std::uint64_t rows) {
    const std::uint64_t tens = rows / 10;
    const std::uint64_t ones = rows % 10;
    std::size_t letters = rows * (std::string_view("customer ").size() + '0') + 45 * tens + ones * (ones + 1) / 2;
    for (std::uint64_t longer = 1; longer <= rows; longer *= 10) letters += rows - longer + 1;
    return letters;
  }

  std::uint64_t rows_ = 0;
  std::int64_t ids_ = 0;
  std::size_t letters_ = 0;
  double amounts_ = 0;
};

// Reads `task.rounds` rows by read(rows, sums), in runs through the table, and checks what came of each of them. The
// first thousand are read before the clock starts.
template <typename Read>
void time_reading(const task& task, Read read) {
  constexpr std::uint64_t warm_up = 1000;
  row_sums first;
  read(warm_up, first);
  first.check(warm_up);
  row_sums last;
  std::uint64_t in_last = 0;
  stopwatch watch;
  watch.begin();
  for (std::uint64_t left = task.rounds; left != 0; left -= in_last) {
    in_last = left < table_rows ? left : table_rows;
    last = {};
    read(in_last, last);
  }
  watch.report(task.rounds);
  last.check(in_last);
}

}  // namespace pgpipe::perf
