#include "compare/preset.hpp"

#include <array>
#include <fstream>

#include <fmt/format.h>

#include "compare/preset_scripts.hpp"

namespace pgpipe::app::compare {
namespace {

namespace fs = std::filesystem;

std::string write(const fs::path& folder, const std::string& name, std::string_view text) {
  const std::string file = (folder / name).string();
  std::ofstream(file) << text;
  return file;
}

variant with_depth(int depth, bool blocks) {
  variant made{.label = fmt::format("depth {}{}", depth, blocks ? " in blocks" : ""),
               .arguments = {"--depth", std::to_string(depth)}};
  if (blocks) made.arguments.insert(made.arguments.end(), {"--window", "block"});
  return made;
}

variant series_column(const fs::path& folder, int times, std::string_view rtt, bool durable) {
  variant made{.label = fmt::format("N {}, rtt {}{}", times, rtt, durable ? ", durable" : "")};
  made.scripts = {write(folder, fmt::format("series_{}.sql", times), series_script(times))};
  if (rtt != "0") made.arguments = {"--rtt", std::string(rtt)};
  made.environment = {{"PGOPTIONS", fmt::format("-c synchronous_commit={}", durable ? "on" : "off")}};
  return made;
}

prepared_comparison prepare_series(const fs::path& folder, bool is_short) {
  prepared_comparison made;
  made.what.row_title = "in flight";
  made.what.column_title = "statements and link";
  for (const int depth : {1, 3, 10, 25, 50, 100}) {
    if (!is_short || depth == 1 || depth == 100) made.what.rows.push_back(with_depth(depth, false));
  }
  made.what.rows.push_back(with_depth(100, true));
  if (is_short) {
    made.what.columns = {series_column(folder, 100, "0", false), series_column(folder, 100, "10ms", false)};
  } else {
    for (const bool durable : {false, true}) {
      for (const int times : {10, 100}) {
        for (const char* rtt : {"0", "35ms"}) made.what.columns.push_back(series_column(folder, times, rtt, durable));
      }
    }
  }
  made.arguments = {"-M", "prepared", "--no-describe"};
  made.setup = {"drop table if exists pgpipe_series", "create table pgpipe_series (id serial)"};
  return made;
}

prepared_comparison prepare_query_modes(const fs::path&, bool) {
  prepared_comparison made;
  made.what.row_title = "query mode";
  for (const char* mode : {"simple", "extended", "prepared"}) {
    made.what.rows.push_back({.label = mode, .arguments = {"-M", mode}});
  }
  made.what.columns = {{}};
  made.arguments = {"-S", "-c", "16"};
  return made;
}

prepared_comparison prepare_wasted_reads(const fs::path& folder, bool) {
  prepared_comparison made;
  made.what.row_title = "driver";
  made.what.column_title = "pipeline";
  made.what.rows = {{.label = "pgbench", .driver = driver::pgbench}, {.label = "pgpipe"}};
  for (const int times : {7, 100}) {
    const std::string text = pipelined(repeated("SELECT 1;\n", times));
    made.what.columns.push_back({.label = fmt::format("of {}", times),
                                 .scripts = {write(folder, fmt::format("pipeline_{}.sql", times), text)}});
  }
  made.arguments = {"-M", "prepared"};
  return made;
}

prepared_comparison prepare_small_writes(const fs::path& folder, bool) {
  prepared_comparison made;
  made.what.row_title = "writes";
  made.what.column_title = "messages";
  made.what.rows = {{.label = "one a message, Nagle on", .arguments = {"--write-messages"}},
                    {.label = "one a request"}};
  const std::pair<const char*, const char*> modes[] = {
      {"Query", "simple"}, {"Bind Describe Execute Sync", "prepared"}, {"Parse too", "extended"}};
  for (const auto& [label, mode] : modes) made.what.columns.push_back({.label = label, .arguments = {"-M", mode}});
  const std::string file = write(folder, "one_row.sql", "\\set n random(1, 100)\nselect :n::int, 'a row';\n");
  made.arguments = {"-f", file};
  return made;
}

prepared_comparison prepare_batch_updates(const fs::path& folder, bool) {
  prepared_comparison made;
  made.what.row_title = "1,000 updates";
  made.what.rows = {
      {.label = "one by one, BEGIN..END", .scripts = {write(folder, "one_by_one.sql", updates_script(1000, false))}},
      {.label = "in a pipeline", .scripts = {write(folder, "in_pipeline.sql", updates_script(1000, true))}}};
  made.what.columns = {{}};
  made.arguments = {"-M", "prepared", "--warmup", "1"};
  made.setup = {"drop table if exists pgpipe_updates",
                "create table pgpipe_updates (id int primary key, n int) with (fillfactor = 50)",
                "insert into pgpipe_updates select i, 0 from generate_series(1, 10000) i",
                "vacuum analyze pgpipe_updates"};
  return made;
}

prepared_comparison prepare_tpcb_pipeline(const fs::path& folder, bool is_short) {
  prepared_comparison made;
  made.what.row_title = "TPC-B";
  made.what.column_title = "clients and link";
  made.what.rows = {{.label = "one by one", .scripts = {write(folder, "tpcb.sql", tpcb_draws() + tpcb_statements())}},
                    {.label = "in a pipeline",
                     .scripts = {write(folder, "tpcb_pipeline.sql", tpcb_draws() + pipelined(tpcb_statements()))}}};
  for (const char* rtt : {"0", "1ms"}) {
    for (const char* clients : {"1", "8"}) {
      variant column{
          .label = fmt::format("{} client{}, rtt {}", clients, clients == std::string_view("1") ? "" : "s", rtt),
          .arguments = {"-c", clients}};
      if (rtt != std::string_view("0")) column.arguments.insert(column.arguments.end(), {"--rtt", rtt});
      if (!is_short || clients == std::string_view("8")) made.what.columns.push_back(std::move(column));
    }
  }
  made.arguments = {"-M", "prepared"};
  return made;
}

}  // namespace

std::span<const preset> presets() {
  using std::chrono::seconds;
  static const std::array<preset, 6> all = {
      preset{.name = "series",
             .summary = "N inserts, selects of one row, of all rows, and deletes, 1 to 100 in flight, near and far",
             .settings = {{"fsync", "on"}},
             .max_time = seconds(300),
             .prepare = prepare_series},
      preset{.name = "query-modes",
             .summary = "looking up a row by its key in each query mode, 16 clients",
             .needs_tables = true,
             .prepare = prepare_query_modes},
      preset{.name = "wasted-reads",
             .summary = "pipelines of SELECT 1: system calls and CPU of pgbench and of pgpipe",
             .prepare = prepare_wasted_reads},
      preset{.name = "small-writes",
             .summary = "a small query over TCP, each message written by itself or all at once",
             .needs_tcp = true,
             .prepare = prepare_small_writes},
      preset{.name = "batch-updates",
             .summary = "1,000 updates, one by one and in a pipeline",
             .prepare = prepare_batch_updates},
      preset{.name = "tpcb-pipeline",
             .summary = "TPC-B one by one and in a pipeline, near and 1 ms away",
             .needs_tables = true,
             .prepare = prepare_tpcb_pipeline}};
  return all;
}

result<const preset*> find_preset(std::string_view name) {
  for (const preset& each : presets()) {
    if (each.name == name) return &each;
  }
  return fail(error_category::usage, fmt::format("unknown preset \"{}\": there are {}", name, preset_names()));
}

std::string preset_names() {
  std::string names;
  for (const preset& each : presets()) {
    if (!names.empty()) names += &each == &presets().back() ? " and " : ", ";
    names += each.name;
  }
  return names;
}

}  // namespace pgpipe::app::compare
