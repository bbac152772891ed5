#pragma once

#include <array>
#include <string_view>

#include <libpq-fe.h>

// One conversation to trace. The connection is fresh; `run` leaves it idle.
struct scenario {
  std::string_view name;
  void (*run)(PGconn*);
  bool masked = true;  // traced in PQTRACE_REGRESS_MODE, so that every server of this version gives the same text
};

// No FunctionCall: PQfn does not trace the ReadyForQuery that ends it.
extern const std::array<scenario, 14> scenarios;
