#include "compare/variant.hpp"

namespace pgpipe::app::compare {

variant combine(const variant& row, const variant& column) {
  variant both = row;
  both.label = column.label.empty() ? row.label : row.label + ", " + column.label;
  both.arguments.insert(both.arguments.end(), column.arguments.begin(), column.arguments.end());
  both.environment.insert(both.environment.end(), column.environment.begin(), column.environment.end());
  if (both.scripts.empty()) both.scripts = column.scripts;
  if (column.driver != driver::pgpipe) both.driver = column.driver;
  return both;
}

}  // namespace pgpipe::app::compare
