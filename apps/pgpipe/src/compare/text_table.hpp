#pragma once

#include <string>
#include <vector>

namespace pgpipe::app::compare {

// Lines of cells, the first of which are the headings. The first column stands to the left, the others to the right,
// but for the last one where `last_is_text`.
[[nodiscard]] std::string format_table(const std::vector<std::vector<std::string>>& lines, bool last_is_text = false);

}  // namespace pgpipe::app::compare
