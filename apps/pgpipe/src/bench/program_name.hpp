#pragma once

#include <string_view>

// The name under which the bench was started, which its messages begin with.
namespace pgpipe::app::bench {

// To be called once, before anything is said: argv[0] of the bench, of which the part behind the last slash counts.
void set_program_name(std::string_view argv0);

// True when it was started by the name pgbench.
[[nodiscard]] bool is_called_pgbench();

// What messages begin with: "pgpipe", or "pgbench".
[[nodiscard]] std::string_view program_name();

// What a user types to start it: "pgpipe bench", or "pgbench".
[[nodiscard]] std::string_view command_name();

}  // namespace pgpipe::app::bench
