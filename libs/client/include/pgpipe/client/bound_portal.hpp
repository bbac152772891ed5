#pragma once

#include <memory>
#include <string>

#include <pgpipe/protocol/row_description.hpp>

namespace pgpipe {

// Names a portal that pipeline::push_bind() asked for: a statement with its arguments, whose rows are fetched some at a
// time. It lives until it is closed or its transaction ends.
struct bound_portal {
  std::string name;
  std::shared_ptr<const protocol::row_shape> columns;  // nullptr: not known, or none
  bool columns_known = false;                          // else each fetch asks for them
};

}  // namespace pgpipe
