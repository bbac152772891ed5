#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>

#include "bench/expression.hpp"
#include "bench/script.hpp"

// What a client does with a command of a script when its turn comes. Nothing here waits, sends or runs a program.
namespace pgpipe::app::bench {

// \set: evaluates and assigns. False when it fails; then `with.error` says why.
[[nodiscard]] bool run_set(const command& set, evaluation& with);

// \if, \elif: where to go on, command::next or command::jump. False when the condition cannot be evaluated; then
// `with.error` says why.
[[nodiscard]] bool run_condition(const command& condition, evaluation& with, std::uint32_t& next);

// \sleep: how long; negative numbers are no sleep at all. Fails on an undefined variable or one that is no number.
[[nodiscard]] result<std::chrono::microseconds> sleep_duration(const command& sleep, variables& table);

// SQL in simple mode: the text with variables replaced, appended to `sql`.
void append_sql(const command& source, variables& table, std::string& sql);

// A variable as SQL mentions it, without the colon: name, 'name' or "name".
[[nodiscard]] std::string mention_of(std::string_view name, quoting how);

// \shell, \setshell: the command line for the shell. Fails on an undefined variable.
[[nodiscard]] result<std::string> shell_line(const command& source, variables& table);

}  // namespace pgpipe::app::bench
