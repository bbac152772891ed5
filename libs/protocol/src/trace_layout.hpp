#pragma once

#include <string_view>

namespace pgpipe::protocol {

// What a traced message is called and how its body is laid out, one letter a field:
//   b  one byte as a character      h  16 bits, unsigned      i  32 bits, signed
//   o  32 bits that differ from run to run: an OID or a process id
//   s  zero-terminated string       v  value: 32-bit length, then as many bytes (-1: none)
//   e  fields of ErrorResponse and NoticeResponse
//   (...)  what stands inside, as often as the 16-bit or 32-bit number before it says
//   *  the rest, not shown
struct trace_layout {
  std::string_view name;
  std::string_view fields;
};

// The layout of the message of this type; nullptr for one that does not exist.
[[nodiscard]] const trace_layout* find_frontend_layout(char type);
[[nodiscard]] const trace_layout* find_backend_layout(char type);

}  // namespace pgpipe::protocol
