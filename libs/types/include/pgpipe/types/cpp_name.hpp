#pragma once

#include <string_view>

namespace pgpipe::types::detail {

// What the compiler calls T, for messages about a user's own types.
template <typename T>
constexpr std::string_view cpp_name() {
  constexpr std::string_view signature = __PRETTY_FUNCTION__;
  constexpr std::size_t begin = signature.find("T = ") + 4;
  return signature.substr(begin, signature.find_first_of(";]", begin) - begin);
}

}  // namespace pgpipe::types::detail
