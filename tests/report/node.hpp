#pragma once

#include <string>
#include <vector>

#include "bench_process.hpp"

namespace pgpipe::test {

// What a program of this folder prints, run by node; behind it "(status N)" where it did not end with 0.
[[nodiscard]] std::string node(const std::string& program, const std::vector<std::string>& arguments);

[[nodiscard]] std::string content_of(const std::string& file);
void write_file(const std::string& file, const std::string& content);

// `pgpipe report`.
[[nodiscard]] bench_outcome report(const std::vector<std::string>& arguments);

// A name for a file that does not exist yet, in a folder of its own.
[[nodiscard]] std::string new_file(const std::string& name);

}  // namespace pgpipe::test
