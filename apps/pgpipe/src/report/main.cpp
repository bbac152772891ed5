#include "report/main.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "bench/log.hpp"
#include "report/assets.hpp"
#include "report/options.hpp"
#include "report/page.hpp"
#include "report/result_file.hpp"
#include "results/whole_file.hpp"

namespace pgpipe::app::report {
namespace {

int refuse(const error& why) {
  bench::log::error("{}", why.text());
  return EXIT_FAILURE;
}

result<void> write_report(const options& asked) {
  if (asset("page.html").empty()) {
    return fail(error_category::usage, "this pgpipe was built without reports (PGPIPE_REPORT=OFF)");
  }
  const auto results = read_results(asked.results);
  if (!results) return fail(results.error());
  auto file = whole_file::open(asked.output);
  if (!file) return fail(file.error());
  return file->commit(make_page(*results));
}

}  // namespace

int main(int argc, char** argv) {
  const auto asked = parse_options(argc, argv);
  if (!asked) {
    const int status = refuse(asked.error());
    bench::log::hint("Try \"pgpipe report --help\" for more information.");
    return status;
  }
  if (asked->action == action::help) {
    fmt::print("{}", help_text());
    return EXIT_SUCCESS;
  }
  if (const auto written = write_report(*asked); !written) return refuse(written.error());
  return EXIT_SUCCESS;
}

}  // namespace pgpipe::app::report
