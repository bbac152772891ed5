#pragma once

#include "bench/program.hpp"
#include "bench/variables.hpp"

namespace pgpipe::app::bench {

// Computes in advance what the expressions of a program make of variables that have the same value for all clients and
// for the whole run: those of `shared` that no command assigns. For use between loading and running. \gset and \aset
// name what they assign by the columns of a result, so a program with one of them is left as it is.
void fold_constants(program& target, variables shared);

}  // namespace pgpipe::app::bench
