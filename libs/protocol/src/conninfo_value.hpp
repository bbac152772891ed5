#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// How the values of connection parameters are read.
namespace pgpipe::protocol {

template <typename Value>
struct named_value {
  std::string_view name;
  Value value;
};

// A decimal integer, with white space around it if need be and nothing else; as strtol() with all of the text used.
[[nodiscard]] std::optional<int> parse_integer(std::string_view text);

// Elements between commas, empty ones kept; an empty text is an empty list.
[[nodiscard]] std::vector<std::string> split_list(std::string_view text);

// "default" in any case: an environment variable's way to say that nothing is to be sent.
[[nodiscard]] bool is_word_default(std::string_view text);

}  // namespace pgpipe::protocol
