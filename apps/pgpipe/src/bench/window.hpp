#pragma once

#include <pgpipe/base/result.hpp>

namespace pgpipe::app::bench {

struct program;

// How many statements of a script a client has in flight (--depth), and when it sends more (--window).
struct statement_window {
  int depth = 0;        // 0: there is no window, each command waits for its answers
  bool atomic = false;  // --sync=atomic: no window, but each script is one pipeline with one Sync
  bool blocks = false;  // sends `depth` statements, waits for all of them, sends the next; else one for each answer
};

// Prepares a program whose messages are built for running through a window: its SQL commands no longer wait, and what
// does wait for them comes last in each script. Commands of the same text become one statement, so that a script which
// repeats a command a hundred times prepares it once. A usage error for commands that need the answers of those before
// them, or begin a pipeline of their own.
[[nodiscard]] result<void> arrange_window(program& program);

// Makes each script one pipeline with one Sync. A usage error for scripts that have pipelines of their own, or COPY.
[[nodiscard]] result<void> arrange_pipeline(program& program);

}  // namespace pgpipe::app::bench
