#include "bench/log.hpp"

#include <atomic>
#include <cstdio>
#include <string>

#include "bench/program_name.hpp"

namespace pgpipe::app::bench::log {
namespace {

std::atomic<bool> debugging{false};

std::string_view tag(part part) {
  switch (part) {
    case part::error: return "error: ";
    case part::warning: return "warning: ";
    case part::detail: return "detail: ";
    case part::hint: return "hint: ";
    case part::info:
    case part::debug: return "";
  }
  return "";
}

}  // namespace

void set_debug(bool enabled) { debugging.store(enabled, std::memory_order_relaxed); }
bool debug_enabled() { return debugging.load(std::memory_order_relaxed); }

void write(part part, std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  const std::string line = fmt::format("{}: {}{}\n", program_name(), tag(part), text);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace pgpipe::app::bench::log
