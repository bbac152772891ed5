#include "bench/conninfo.hpp"

#include <string_view>
#include <utility>

namespace pgpipe::app::bench {

result<protocol::conninfo> make_conninfo(const connection_options& options) {
  protocol::conninfo made;
  const std::pair<std::string_view, const std::string&> given[] = {
      {"host", options.host}, {"port", options.port}, {"user", options.user}};
  for (const auto& [keyword, value] : given) {
    if (value.empty()) continue;
    if (auto set = made.set(keyword, value); !set) return fail(std::move(set).error());
  }
  if (!options.dbname.empty()) {
    auto named = protocol::is_connection_string(options.dbname) ? made.merge(options.dbname)
                                                                : made.set("dbname", options.dbname);
    if (!named) return fail(std::move(named).error());
  }
  if (auto set = made.set("fallback_application_name", "pgpipe"); !set) return fail(std::move(set).error());
  return made;
}

}  // namespace pgpipe::app::bench
