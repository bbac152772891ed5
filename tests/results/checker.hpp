#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// Programs in another language, for which what is written here is what it is for everybody else.
namespace pgpipe::test {

// What is wrong with a JSON file by a schema of docs/; empty when nothing is.
[[nodiscard]] std::string schema_errors(const std::string& schema, const std::string& file);

// The counters of a histogram in HdrHistogram's V2 text: lowest value and count. Throws when it is none.
[[nodiscard]] std::vector<std::pair<std::int64_t, std::int64_t>> decode_hdr(const std::string& text);

[[nodiscard]] std::string content_of(const std::string& file);

}  // namespace pgpipe::test
