#pragma once

#include <string>

#include <pgpipe/base/result.hpp>

#include "embedded/server_binaries.hpp"

namespace pgpipe::test {

// The newest pgbench itself, not the program in the path that chooses among several. Throws where there is none.
inline std::string own_pgbench() {
  return value_or_throw(app::find_server_binaries(app::binaries_search::from_environment())).native() + "/pgbench";
}

}  // namespace pgpipe::test
