#include <algorithm>
#include <cstdlib>
#include <memory>

#include <stringprep.h>

#include <pgpipe/protocol/saslprep.hpp>

namespace pgpipe::protocol {
namespace {

struct free_memory {
  void operator()(void* memory) const { std::free(memory); }
};
template <typename T>
using allocated = std::unique_ptr<T, free_memory>;

// The profile leaves ASCII as it is, and refuses control characters: those too are used as they are.
bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_utf8(const std::string& text) {
  return allocated<uint32_t>(stringprep_utf8_to_ucs4(text.c_str(), static_cast<ssize_t>(text.size()), nullptr)) !=
         nullptr;
}

}  // namespace

std::string saslprep(std::string_view password) {
  std::string text(password);
  if (is_ascii(text) || text.find('\0') != std::string::npos || !is_utf8(text)) return text;
  char* raw = nullptr;
  const int status = stringprep_profile(text.c_str(), &raw, "SASLprep", STRINGPREP_NO_UNASSIGNED);
  const allocated<char> prepared(raw);
  // Of a password that maps to nothing at all the server keeps the original too.
  if (status != STRINGPREP_OK || *prepared == '\0') return text;
  return prepared.get();
}

}  // namespace pgpipe::protocol
