#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

// Prefixes are where parsers meet their end early. Of a long input the first ones will do.
constexpr std::size_t prefix_limit = 512;

// The input in a heap block of exactly its size, so that AddressSanitizer sees a read behind the end.
void replay(std::span<const char> bytes) {
  const auto exact = std::make_unique<std::uint8_t[]>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), exact.get());
  LLVMFuzzerTestOneInput(exact.get(), bytes.size());
}

}  // namespace

// Gives the fuzz target every file below the folders named on the command line, and prefixes of it. Without any file it
// fails: that would test nothing.
int main(int argc, char** argv) {
  std::size_t files = 0;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(argv[i])) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::vector<char> bytes{std::istreambuf_iterator<char>(in), {}};
      ++files;
      for (std::size_t n = 0; n < std::min(bytes.size(), prefix_limit); ++n) replay(std::span(bytes).first(n));
      replay(bytes);
    }
  }
  if (files == 0) return std::fprintf(stderr, "replay: no input\n"), EXIT_FAILURE;
  std::printf("replayed %zu inputs and their prefixes\n", files);
  return EXIT_SUCCESS;
}
