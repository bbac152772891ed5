#include "report/result_file.hpp"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "bench/result_json.hpp"
#include "compare/comparison_json.hpp"
#include "report/required.hpp"

namespace pgpipe::app::report {
namespace {

using json = nlohmann::ordered_json;

result<std::string> content_of(const std::string& file) {
  const auto refuse = [&](std::string_view why) {
    return fail(error_category::io, fmt::format("could not read \"{}\": {}", file, why));
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) return refuse(std::generic_category().message(EISDIR));
  std::ifstream in(file, std::ios::binary);
  if (!in) return refuse(std::generic_category().message(errno));
  std::ostringstream content;
  if (in.peek() != std::ifstream::traits_type::eof()) content << in.rdbuf();
  if (in.bad() || content.fail()) return refuse(std::generic_category().message(EIO));
  return std::move(content).str();
}

// Scripts that were run, each once, by what they say.
void keep_scripts(const json& run, json& scripts) {
  for (const json& each : run["scripts"]) {
    const auto is_same = [&](const json& other) { return other["sha256"] == each["sha256"]; };
    if (std::any_of(scripts.begin(), scripts.end(), is_same)) continue;
    scripts.push_back({{"label", each["label"]}, {"text", each["text"]}, {"sha256", each["sha256"]}});
  }
}

// A comparison has every run's whole result, of which a page needs little.
result<void> reduce(json& comparison) {
  json scripts = json::array();
  for (json& cell : comparison["cells"]) {
    for (json& round : cell["rounds"]) {
      const json run = std::move(round["result"]);
      round.erase("result");
      round["latency"] = nullptr;
      if (run.is_null()) continue;
      if (const std::string missing = missing_part(run, bench_parts()); !missing.empty()) {
        return fail(error_category::usage, fmt::format("of a run {}", missing));
      }
      const json& latency = run["totals"]["latency"];
      round["latency"] = {{"max_ms", latency["max_ms"]}, {"hdr", latency["hdr"]}};
      keep_scripts(run, scripts);
    }
  }
  comparison["scripts"] = std::move(scripts);
  return {};
}

result<json> read(const std::string& file) {
  const auto refuse = [&](std::string_view what) {
    return fail(error_category::usage, fmt::format("\"{}\" {}", file, what));
  };
  const auto content = content_of(file);
  if (!content) return fail(content.error());
  if (content->find_first_not_of(" \t\r\n") == std::string::npos) return refuse("is empty");
  json read = json::parse(*content, nullptr, false);
  if (read.is_discarded()) return refuse("is not JSON");
  const json format = read.is_object() ? read.value("format", json()) : json();
  const bool is_comparison = format == "pgpipe-compare";
  if (!is_comparison && format != "pgpipe-bench") return refuse("is no result of pgpipe bench or pgpipe compare");
  const int known = is_comparison ? compare::comparison_schema_version : bench::result_schema_version;
  const json version = read.value("schema_version", json());
  if (version != known) {
    return refuse(fmt::format("is of schema version {}, where {} is read", version.dump(), known));
  }
  const auto broken = [&](std::string_view what) { return refuse(fmt::format("is not whole: {}", what)); };
  const std::string missing = missing_part(read, is_comparison ? comparison_parts() : bench_parts());
  if (!missing.empty()) return broken(missing);
  if (is_comparison) {
    if (const std::string wrong = missing_cell(read); !wrong.empty()) return broken(wrong);
    if (const auto reduced = reduce(read); !reduced) return broken(reduced.error().text());
  }
  return read;
}

}  // namespace

result<std::vector<shown_result>> read_results(const std::vector<std::string>& files) {
  const auto name_of = [](const std::string& file) { return std::filesystem::path(file).stem().string(); };
  std::vector<shown_result> all;
  for (const std::string& each : files) {
    auto value = read(each);
    if (!value) return fail(value.error());
    const std::string name = name_of(each);
    const auto is_same = [&](const std::string& other) { return name_of(other) == name; };
    const bool is_only_one = std::count_if(files.begin(), files.end(), is_same) == 1;
    all.push_back({is_only_one ? name : each, *std::move(value)});
  }
  return all;
}

}  // namespace pgpipe::app::report
