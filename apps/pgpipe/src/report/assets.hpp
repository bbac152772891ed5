#pragma once

#include <string_view>

namespace pgpipe::app::report {

// A file of the page by its name: page.html and page.css as they stand in src/report/page, page.js, all scripts of that
// folder in one, and uPlot.js, uPlot.css and uPlot.licence, which were installed when this was built. They are part of
// the executable. Empty for another name, and for all when it was built without the report.
[[nodiscard]] std::string_view asset(std::string_view name);

}  // namespace pgpipe::app::report
