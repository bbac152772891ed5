#include "report/options.hpp"

#include <filesystem>
#include <string_view>

#include <fmt/format.h>
#include <getopt.h>

namespace pgpipe::app::report {
namespace {

constexpr ::option long_options[] = {
    {"output", required_argument, nullptr, 'o'}, {"help", no_argument, nullptr, 'h'}, {nullptr, 0, nullptr, 0}};

// A report in the place of what it reports would be the end of that.
result<void> check(const options& read) {
  if (read.results.empty())
    return fail(error_category::usage, "expected the result of a run, as --json FILE writes it");
  for (const std::string& each : read.results) {
    std::error_code ignored;
    if (each == read.output || std::filesystem::equivalent(each, read.output, ignored)) {
      return fail(error_category::usage, fmt::format("the report would replace the result \"{}\"", each));
    }
  }
  return {};
}

}  // namespace

result<options> parse_options(int argc, char** argv) {
  options read;
  optind = 0;  // glibc: forget the command line that was read before
  opterr = 0;  // the complaints are ours
  for (;;) {
    const int option = ::getopt_long(argc, argv, ":o:?", long_options, nullptr);
    if (option == -1) break;
    const std::string_view argument = argv[optind - 1];
    if (option == 'h' || (option == '?' && argument == "-?")) {
      read.action = action::help;
      return read;
    }
    if (option == 'o') {
      read.output = optarg;
    } else if (option == ':') {
      return fail(error_category::usage, fmt::format("option \"{}\" requires a value", argument));
    } else {
      return fail(error_category::usage, fmt::format("unrecognized option \"{}\"", argument));
    }
  }
  read.results.assign(argv + optind, argv + argc);
  if (auto checked = check(read); !checked) return fail(checked.error());
  return read;
}

std::string help_text() {
  return R"(pgpipe report makes one page of results, which needs nothing else to be looked at.

Usage:
  pgpipe report RESULT.json... [-o report.html]

Results are what pgpipe bench and pgpipe compare write with --json; several are shown
side by side.

  -o, --output=FILE     the page (default: report.html)
  -?, --help            show this help, then exit

Exit status: 0; 1 if a result cannot be read or the page cannot be written.
)";
}

}  // namespace pgpipe::app::report
