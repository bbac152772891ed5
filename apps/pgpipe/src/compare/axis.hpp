#pragma once

#include <string_view>
#include <vector>

#include <pgpipe/base/result.hpp>

#include "compare/variant.hpp"

namespace pgpipe::app::compare {

struct axis {
  std::string name = {};
  std::vector<variant> variants =
      {};  // at least one; their labels say the axis's name too where the value alone is dark
};

// "mode=simple,prepared", "depth=1,10", "rtt=0,1ms", "sync=atomic,isolated", "loop=epoll,io_uring",
// "driver=pgpipe,pgbench", "server=CONN,CONN", "script=A.sql,B.sql" or "clients=1,8". A usage error names what is
// wrong.
[[nodiscard]] result<axis> parse_axis(std::string_view text);

// One axis: its variants are the rows; of two the first has the rows. None, or more than two, are a usage error, and so
// is one name twice.
[[nodiscard]] result<layout> make_layout(const std::vector<axis>& axes);

}  // namespace pgpipe::app::compare
