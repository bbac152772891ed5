#include "compare/text_table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace pgpipe::app::compare {

std::string format_table(const std::vector<std::vector<std::string>>& lines, bool last_is_text) {
  std::vector<std::size_t> widths;
  for (const auto& line : lines) {
    widths.resize(std::max(widths.size(), line.size()));
    for (std::size_t i = 0; i != line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text;
  for (const auto& line : lines) {
    std::string written;
    for (std::size_t i = 0; i != line.size(); ++i) {
      const bool left = i == 0 || (last_is_text && i + 1 == widths.size());
      if (i != 0) written += "  ";
      written += left ? fmt::format("{:<{}}", line[i], widths[i]) : fmt::format("{:>{}}", line[i], widths[i]);
    }
    written.erase(written.find_last_not_of(' ') + 1);
    text += written + '\n';
  }
  return text;
}

}  // namespace pgpipe::app::compare
