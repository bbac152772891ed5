#pragma once

#include <atomic>
#include <cstdint>

namespace pgpipe::perf {

// Every form of malloc is counted in a program that links allocation_counter.cpp, so operator new and what the C
// library does for us are in.
extern std::atomic<std::uint64_t> allocations;

}  // namespace pgpipe::perf
