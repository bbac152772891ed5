#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <pgpipe/protocol/service_file.hpp>

using namespace pgpipe;
using namespace pgpipe::protocol;

// A service file of any content. What was given stays, and stays alone where the file is refused or has no such group;
// an error names a line.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view content(reinterpret_cast<const char*>(bytes), size);
  conninfo given;
  if (!given.set("port", "7")) std::abort();
  const auto before = given.parameters();
  const result<bool> found = apply_service(given, content, "s");
  if (*given.find("port") != "7") std::abort();
  if ((!found || !*found) && given.parameters() != before) std::abort();
  if (!found && found.error().text().substr(0, 5) != "line ") std::abort();
  return 0;
}
