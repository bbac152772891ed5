#include "node.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace pgpipe::test {
namespace {

std::string quoted(const std::string& word) {
  std::string made = "'";
  for (const char each : word) made += each == '\'' ? std::string("'\\''") : std::string(1, each);
  return made + "'";
}

}  // namespace

std::string node(const std::string& program, const std::vector<std::string>& arguments) {
  const std::string output = script_file("");
  std::string command = std::string("PGPIPE_NODE_MODULES=") + PGPIPE_NODE_MODULES +
                        " PGPIPE_CHROMIUM=" + PGPIPE_CHROMIUM + " " + PGPIPE_NODE + " " + PGPIPE_TEST_DATA_DIR + "/" +
                        program;
  for (const std::string& each : arguments) command += " " + quoted(each);
  const int status = std::system((command + " > " + output + " 2>&1").c_str());
  return status == 0 ? content_of(output) : content_of(output) + "(status " + std::to_string(status) + ")";
}

std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const std::string& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

bench_outcome report(const std::vector<std::string>& arguments) { return bench_process(arguments, "report").wait(); }

std::string new_file(const std::string& name) {
  const std::filesystem::path folder = script_file("") + ".folder";
  std::filesystem::create_directories(folder);
  return (folder / name).string();
}

}  // namespace pgpipe::test
