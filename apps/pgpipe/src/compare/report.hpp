#pragma once

#include <string>

#include "compare/rounds.hpp"
#include "compare/variant.hpp"

namespace pgpipe::app::compare {

// The tables of a comparison, for people: throughput and latency with a verdict for each cell, then what it cost the
// client.
[[nodiscard]] std::string format_report(const layout& what, const cells& measured);

// What was won at most, in one sentence with a line end; empty when nothing was compared.
[[nodiscard]] std::string format_summary(const layout& what, const cells& measured);

}  // namespace pgpipe::app::compare
