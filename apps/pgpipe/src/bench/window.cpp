#include "bench/window.hpp"

#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "bench/program.hpp"

namespace pgpipe::app::bench {
namespace {

bool needs_answers(const command& one) {
  switch (one.kind) {
    case command_kind::sql: return one.rows != row_use::none || one.copy != nullptr;
    case command_kind::shell:
    case command_kind::setshell:
    case command_kind::startpipeline:
    case command_kind::syncpipeline:
    case command_kind::endpipeline: return true;
    default: return false;
  }
}

command drain_command(std::size_t place) {
  command made;
  made.kind = command_kind::drain;
  made.next = static_cast<std::uint32_t>(place + 1);
  made.first_line = made.text = "(waiting for all answers)";
  return made;
}

bool is_pipeline(const command& one) {
  return one.kind == command_kind::startpipeline || one.kind == command_kind::syncpipeline ||
         one.kind == command_kind::endpipeline || one.copy != nullptr;
}

command pipeline_command(command_kind kind, std::string_view name, std::size_t next) {
  command made;
  made.kind = kind;
  made.next = static_cast<std::uint32_t>(next);
  made.name = name;
  made.first_line = made.text = "\\" + made.name;
  return made;
}

tl::unexpected<error> refuse(const script& in, const command& at, std::string_view why) {
  return fail(error_category::usage, fmt::format("{}:{}: {}: {}", in.label, at.line, why, at.first_line));
}

}  // namespace

result<void> arrange_pipeline(program& program) {
  for (script& each : program.scripts) {
    for (command& one : each.commands) {
      if (is_pipeline(one)) return refuse(each, one, "--sync=atomic cannot run this command inside its own pipeline");
      ++one.next;
      ++one.jump;
    }
    const std::size_t end = each.commands.size() + 1;
    each.commands.insert(each.commands.begin(), pipeline_command(command_kind::startpipeline, "startpipeline", 1));
    each.commands.front().jump = static_cast<std::uint32_t>(end);
    each.commands.push_back(pipeline_command(command_kind::endpipeline, "endpipeline", end + 1));
  }
  return {};
}

result<void> arrange_window(program& program) {
  std::unordered_map<std::string, std::uint32_t> statements;
  for (script& each : program.scripts) {
    for (command& one : each.commands) {
      if (needs_answers(one)) {
        return refuse(each, one, "--depth cannot run this command, which would have to wait for those before it");
      }
      if (one.kind != command_kind::sql) continue;
      one.kind = command_kind::windowed_sql;
      one.statement = statements.emplace(one.text, one.statement).first->second;
    }
    each.commands.push_back(drain_command(each.commands.size()));
  }
  return {};
}

}  // namespace pgpipe::app::bench
