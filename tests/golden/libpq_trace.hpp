#pragma once

#include <string>

#include "scenarios.hpp"

// What PQtrace says of a scenario, and the same messages' bytes in hexadecimal digits, one a line in the trace's order.
struct libpq_trace {
  std::string trace;
  std::string wire;
};

// Runs the scenario with libpq, through a recording proxy, against the server whose socket has this path. Throws
// std::runtime_error.
[[nodiscard]] libpq_trace trace_with_libpq(const scenario& each, const std::string& server_socket,
                                           const std::string& database, const std::string& user);
