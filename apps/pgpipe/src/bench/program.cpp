#include "bench/program.hpp"

#include <string>

namespace pgpipe::app::bench {

result<void> program::build_messages(query_mode mode, bool describe) {
  messages.clear();
  for (const script& each : scripts) {
    for (const command& one : each.commands) {
      if (one.kind != command_kind::sql) continue;
      if (messages.size() <= one.statement) messages.resize(one.statement + std::size_t{1});
      const std::string name = mode == query_mode::prepared ? "P_" + std::to_string(one.statement) : std::string();
      auto made = sql_message::make(one, mode, name, describe);
      if (!made) {
        return fail(error(made.error()).add_context(each.label + ':' + std::to_string(one.line)));
      }
      messages[one.statement] = *std::move(made);
    }
  }
  return {};
}

}  // namespace pgpipe::app::bench
