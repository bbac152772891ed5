#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pgpipe::perf::wide_row {

// A row like those of tables that have grown for years: what describes it is twice as long as what it says.
inline constexpr std::size_t columns = 31;
inline constexpr int statements = 100;  // a pipeline

inline std::string numbered(const char* what, std::size_t i) {
  const std::string number = std::to_string(i);
  return what + std::string(3 - number.size(), '0') + number;
}

inline std::string value(std::size_t i) { return numbered("value_", i); }

inline std::string sql() {
  std::string text = "SELECT ";
  for (std::size_t i = 0; i != columns; ++i) {
    text += (i == 0 ? "'" : ", '") + value(i) + "' AS " + numbered("column_", i);
  }
  return text;
}

// What every contender makes of each row: all of its values are looked at.
class reader {
 public:
  void take(std::string_view text) { letters_ += text.size() + static_cast<unsigned char>(text.back()); }
  // Whether `rows` rows were taken, and each of them whole.
  [[nodiscard]] bool is_right(std::size_t rows) const {
    std::size_t a_row = 0;
    for (std::size_t i = 0; i != columns; ++i) {
      const std::string text = value(i);
      a_row += text.size() + static_cast<unsigned char>(text.back());
    }
    return letters_ == rows * a_row;
  }

 private:
  std::size_t letters_ = 0;
};

}  // namespace pgpipe::perf::wide_row
