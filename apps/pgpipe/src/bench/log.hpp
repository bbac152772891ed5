#pragma once

#include <string_view>

#include <fmt/format.h>

// What the bench says to people, on the standard error, in the manner of PostgreSQL's programs: "pgpipe: error: ...".
// A message is one write, so lines of several threads do not mix.
namespace pgpipe::app::bench::log {

enum class part : unsigned char { error, warning, info, debug, detail, hint };

void set_debug(bool enabled);
[[nodiscard]] bool debug_enabled();
// The text may have its newline or not.
void write(part part, std::string_view text);

template <typename... Args>
void error(fmt::format_string<Args...> format, Args&&... args) {
  write(part::error, fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
void warning(fmt::format_string<Args...> format, Args&&... args) {
  write(part::warning, fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
void info(fmt::format_string<Args...> format, Args&&... args) {
  write(part::info, fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
void detail(fmt::format_string<Args...> format, Args&&... args) {
  write(part::detail, fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
void hint(fmt::format_string<Args...> format, Args&&... args) {
  write(part::hint, fmt::format(format, std::forward<Args>(args)...));
}
// Formats nothing unless --debug is on.
template <typename... Args>
void debug(fmt::format_string<Args...> format, Args&&... args) {
  if (debug_enabled()) write(part::debug, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace pgpipe::app::bench::log
