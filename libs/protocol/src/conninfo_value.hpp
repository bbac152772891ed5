#pragma once

#include <algorithm>
#include <array>
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

// "a, b or c", for messages.
template <typename Value, std::size_t N>
[[nodiscard]] std::string names_of(const std::array<named_value<Value>, N>& choices) {
  std::string out;
  for (std::size_t i = 0; i != N; ++i) {
    if (i != 0) out += i + 1 == N ? " or " : ", ";
    out += choices[i].name;
  }
  return out;
}

// A decimal integer, with white space around it if need be and nothing else; as strtol() with all of the text used.
[[nodiscard]] std::optional<int> parse_integer(std::string_view text);

// Elements between commas, empty ones kept; an empty text is an empty list.
[[nodiscard]] std::vector<std::string> split_list(std::string_view text);

// "default" in any case: an environment variable's way to say that nothing is to be sent.
[[nodiscard]] bool is_word_default(std::string_view text);

// Whether two words are the same but for the case of their letters, as pg_strcasecmp() in the C locale.
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace pgpipe::protocol
