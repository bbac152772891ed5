#pragma once

#include <chrono>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pgpipe/base/result.hpp>

#include "compare/bench_arguments.hpp"
#include "compare/variant.hpp"

namespace pgpipe::app::compare {

// A comparison made beforehand.
struct prepared_comparison {
  layout what;
  words arguments;                 // for all runs; those of the command line come behind
  std::vector<std::string> setup;  // SQL before each run, so that all find the same tables
};

struct preset {
  std::string_view name = {};
  std::string_view summary = {};
  bool needs_tables = false;  // pgbench's
  bool needs_tcp = false;     // of the private server
  // Lines of postgresql.conf of the private server, beside its own.
  std::vector<std::pair<std::string, std::string>> settings = {};
  std::chrono::seconds max_time{60};  // where the command line names none
  // Writes its scripts into the folder. `is_short`: only the most telling cells.
  prepared_comparison (*prepare)(const std::filesystem::path& folder, bool is_short) = nullptr;
};

[[nodiscard]] std::span<const preset> presets();

// A usage error names those that there are.
[[nodiscard]] result<const preset*> find_preset(std::string_view name);

// All names, for a sentence.
[[nodiscard]] std::string preset_names();

}  // namespace pgpipe::app::compare
