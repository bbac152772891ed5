#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <pgpipe/base/result.hpp>

namespace pgpipe::app::report {

// A result as the page shows it.
struct shown_result {
  std::string name;              // the file's, or its path where two files have the same name
  nlohmann::ordered_json value;  // of a comparison without its runs' results, of which scripts and latencies are kept
};

// Reads what pgpipe bench and pgpipe compare wrote. An error names the file: it cannot be read, is empty, is not JSON,
// is no result, is one of another schema version, or something in it is missing.
[[nodiscard]] result<std::vector<shown_result>> read_results(const std::vector<std::string>& files);

}  // namespace pgpipe::app::report
