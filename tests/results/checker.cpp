#include "checker.hpp"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "bench_process.hpp"

namespace pgpipe::test {
namespace {

// The status of a shell's command, and what it printed on either output.
std::pair<int, std::string> run(const std::string& command) {
  const std::string output = script_file("");
  const int status = std::system((command + " > " + output + " 2>&1").c_str());
  return {status, content_of(output)};
}

std::string script(const std::string& name) {
  return std::string(PGPIPE_PYTHON) + " " + PGPIPE_TEST_DATA_DIR + "/" + name;
}

}  // namespace

std::string content_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string schema_errors(const std::string& schema, const std::string& file) {
  const auto [status, said] = run(script("check_schema.py ") + PGPIPE_SCHEMAS + "/" + schema + " " + file);
  return status == 0 ? "" : said + "(status " + std::to_string(status) + ")";
}

std::vector<std::pair<std::int64_t, std::int64_t>> decode_hdr(const std::string& text) {
  const auto [status, said] = run(script("decode_hdr.py < ") + script_file(text + "\n"));
  if (status != 0) throw std::runtime_error(said);
  std::istringstream in(said);
  std::int64_t total = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> counters;
  in >> total;
  std::int64_t value = 0;
  std::int64_t count = 0;
  for (char colon = 0; in >> value >> colon >> count;) counters.emplace_back(value, count);
  return counters;
}

}  // namespace pgpipe::test
