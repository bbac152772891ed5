#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/result_file.hpp"

namespace pgpipe::app::report {

// The whole page. What a result says is data in it, whatever it says: no text ends the element that it stands in, and
// the page's policy lets no other script run than its own.
[[nodiscard]] std::string make_page(const std::vector<shown_result>& results);

// JSON with nothing in it that HTML would take for its own.
[[nodiscard]] std::string embeddable(const nlohmann::ordered_json& value);

// Text as HTML shows it.
[[nodiscard]] std::string escape_html(std::string_view text);

}  // namespace pgpipe::app::report
