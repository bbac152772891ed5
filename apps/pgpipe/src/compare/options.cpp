#include "compare/options.hpp"

#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "compare/preset.hpp"
#include "delay/quantity.hpp"

namespace pgpipe::app::compare {
namespace {

constexpr std::chrono::seconds default_max_time{60};

tl::unexpected<error> refuse_option(std::string_view option, std::string_view value, std::string_view expected) {
  return fail(error_category::usage, fmt::format("invalid value \"{}\" for {}: expected {}", value, option, expected));
}

result<void> set_precision(options& into, std::string_view value) {
  const auto share = parse_share(value);
  if (!share || *share == 0) return refuse_option("--precision", value, "a share such as 2%");
  into.limits.precision = *share;
  return {};
}

result<void> set_max_time(options& into, std::string_view value) {
  const auto time = parse_duration(value);
  if (!time) return refuse_option("--max-time", value, "a duration such as 60s");
  into.limits.max_time = *time;
  into.says_max_time = true;
  return {};
}

result<void> set_rounds(options& into, std::string_view value) {
  const auto [end, failed] = std::from_chars(value.data(), value.data() + value.size(), into.limits.rounds);
  if (failed == std::errc() && end == value.data() + value.size() && into.limits.rounds > 0) return {};
  return refuse_option("--rounds", value, "a number above 0");
}

result<void> set_preset(options& into, std::string_view value) {
  if (value == "list") into.action = action::list_presets;
  into.preset = value;
  return {};
}

result<void> add_axis(options& into, std::string_view value) {
  auto read = parse_axis(value);
  if (!read) return fail(read.error());
  into.axes.push_back(*std::move(read));
  return {};
}

result<void> add_condition(options& into, std::string_view value) {
  auto read = parse_condition(value);
  if (!read) return fail(read.error());
  if (read->metric != "ratio") {
    return fail(error_category::usage,
                fmt::format("invalid condition \"{}\" for --fail-if: a comparison knows ratio only", value));
  }
  into.fail_if.push_back(*std::move(read));
  return {};
}

result<void> set_json(options& into, std::string_view value) {
  into.json_file = value;
  return {};
}

struct own_option {
  std::string_view name;
  result<void> (*apply)(options& into, std::string_view value);
};

constexpr own_option own_options[] = {{"--axis", add_axis},         {"--preset", set_preset},
                                      {"--rounds", set_rounds},     {"--precision", set_precision},
                                      {"--max-time", set_max_time}, {"--fail-if", add_condition},
                                      {"--json", set_json}};

const own_option* find_own(std::string_view word) {
  for (const own_option& each : own_options) {
    if (word == each.name || (word.starts_with(each.name) && word[each.name.size()] == '=')) return &each;
  }
  return nullptr;
}

result<void> check(options& read) {
  if (read.action != action::run) return {};
  if (!read.preset.empty()) {
    if (!read.axes.empty()) return fail(error_category::usage, "a preset has its own axes: --axis cannot be added");
    const auto known = find_preset(read.preset);
    if (!known) return fail(known.error());
    if (!read.says_max_time) read.limits.max_time = (*known)->max_time;
    read.says_max_time = true;
  } else if (const auto made = make_layout(read.axes); !made) {
    return fail(made.error());
  }
  if (read.is_short && read.preset.empty()) return fail(error_category::usage, "--short is for presets");
  if (!read.says_max_time) read.limits.max_time = default_max_time;
  return {};
}

}  // namespace

result<options> parse_options(int argc, char** argv) {
  options read;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--help" || word == "-?") {
      read.action = action::help;
      return read;
    }
    if (word == "--short") {
      read.is_short = true;
      continue;
    }
    const own_option* const own = find_own(word);
    if (own == nullptr) {
      read.bench.emplace_back(word);
      continue;
    }
    std::optional<std::string_view> value;
    if (word.size() != own->name.size()) {
      value = word.substr(own->name.size() + 1);
    } else if (i + 1 < argc) {
      value = argv[++i];
    }
    if (!value) return fail(error_category::usage, fmt::format("option \"{}\" requires a value", own->name));
    if (auto done = own->apply(read, *value); !done) return fail(done.error());
  }
  if (auto checked = check(read); !checked) return fail(checked.error());
  return read;
}

std::string help_text() {
  return fmt::format(R"(pgpipe compare runs a benchmark in several ways, in turns, and says which is faster.

Usage:
  pgpipe compare --axis NAME=VALUE,VALUE[,VALUE]... [BENCH OPTION]... [DBNAME]
  pgpipe compare --preset NAME [OPTION]...

What to compare:
  --axis=NAME=VALUES    the ways; each is compared with the first one. Two axes make a
                        table, in whose columns the ways of the first are compared:
                        mode=simple,extended,prepared   query mode
                        depth=1,10,100                  statements in flight
                        sync=atomic,isolated            a Sync a script, or a statement
                        loop=epoll,io_uring             what the threads wait with
                        rtt=0,1ms,35ms                  of a link to the server
                        clients=1,8,64
                        driver=pgpipe,pgbench           the program that runs the script
                        script=FILE,FILE
                        server=CONN,CONN                databases
  --preset=NAME         one of these, on a private server unless one is named; "list"
                        shows what they are:
                        {}
  --short               of the preset only its most telling cells

How long:
  --precision=SHARE     until each interval is so narrow to either side (default: 2%)
  --max-time=TIME       but no longer than this, if it can be helped (default: 60s)
  --rounds=NUM          exactly so many rounds, in place of the two
  -T, --time=NUM and -t, --transactions=NUM
                        of each run, one a way and round (default: -T 1)

What comes of it:
  --json=FILE           write everything as JSON
  --fail-if=CONDITION   exit with status 3 if it is true of a ratio, e.g. "ratio < 0.95"
  -?, --help            show this help, then exit

All other options are those of pgpipe bench, and apply to every run. Tables are not
vacuumed. Exit status: 0; 1 for a mistake, or a run that failed; 3 for --fail-if.
)",
                     preset_names());
}

}  // namespace pgpipe::app::compare
