#pragma once

#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "bench/options.hpp"

// The command line of a benchmark as comparing sees it: words for pgpipe bench, which are read here only to learn what
// they say and to find mistakes before anything runs.
namespace pgpipe::app::compare {

using words = std::vector<std::string>;

[[nodiscard]] tl::expected<bench::options, bench::complaint> read_bench(words arguments);

// What was given, as opposed to what is the default.
[[nodiscard]] bool names_script(const words& arguments);
[[nodiscard]] bool names_server(const words& arguments);
[[nodiscard]] bool says_how_long(const words& arguments);

// Without the option that needs no value, by its name or what it may be abbreviated to, down to `least`.
[[nodiscard]] words without_flag(const words& arguments, std::string_view name, std::string_view least);

// Without an option and its value, both as "--name=value" and as two words.
[[nodiscard]] words without_option(const words& arguments, std::string_view name);

}  // namespace pgpipe::app::compare
