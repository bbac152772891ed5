#pragma once

#include <string>

#include "compare/options.hpp"
#include "compare/rounds.hpp"
#include "compare/variant.hpp"

namespace pgpipe::app::compare {

// The version of the format of --json, whose schema is docs/pgpipe-compare.schema.json.
inline constexpr int comparison_schema_version = 1;

// A comparison as JSON with a line end: what was asked, every round of every cell with pgpipe bench's whole result, and
// what came of it. `arguments` are what all runs had in common.
[[nodiscard]] std::string format_comparison(const options& asked, const words& arguments, const layout& what,
                                            const cells& measured);

}  // namespace pgpipe::app::compare
