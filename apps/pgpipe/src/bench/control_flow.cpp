#include "bench/control_flow.hpp"

#include <vector>

#include "bench/script_error.hpp"

namespace pgpipe::app::bench {
namespace {

// A conditional that is being read: the places of its \if, \elif and \else.
struct open_conditional {
  std::vector<std::uint32_t> branches;
  bool has_else = false;
};

class linker {
 public:
  explicit linker(std::vector<command>& commands) : commands_(commands) {}

  // What is wrong with the command at `place`, or nullptr. To be called for each command in turn.
  const char* link(std::uint32_t place);

  [[nodiscard]] const std::vector<open_conditional>& open() const { return open_; }

 private:
  void begin_branch(std::uint32_t place);
  const char* link_elif(std::uint32_t place);
  const char* link_else(std::uint32_t place);
  const char* link_endif(std::uint32_t place);

  std::vector<command>& commands_;
  std::vector<open_conditional> open_;
};

const char* linker::link(std::uint32_t place) {
  commands_[place].next = place + 1;
  switch (commands_[place].kind) {
    case command_kind::if_: open_.push_back({{place}}); return nullptr;
    case command_kind::elif: return link_elif(place);
    case command_kind::else_: return link_else(place);
    case command_kind::endif: return link_endif(place);
    default: return nullptr;
  }
}

// The condition of the branch before leads here when it is not true.
void linker::begin_branch(std::uint32_t place) {
  commands_[open_.back().branches.back()].jump = place;
  open_.back().branches.push_back(place);
}

const char* linker::link_elif(std::uint32_t place) {
  if (open_.empty()) return "\\elif without matching \\if";
  if (open_.back().has_else) return "\\elif after \\else";
  begin_branch(place);
  return nullptr;
}

const char* linker::link_else(std::uint32_t place) {
  if (open_.empty()) return "\\else without matching \\if";
  if (open_.back().has_else) return "\\else after \\else";
  begin_branch(place);
  open_.back().has_else = true;
  return nullptr;
}

const char* linker::link_endif(std::uint32_t place) {
  if (open_.empty()) return "\\endif without matching \\if";
  const std::vector<std::uint32_t>& branches = open_.back().branches;
  if (!open_.back().has_else) commands_[branches.back()].jump = place;
  for (std::size_t i = 1; i < branches.size(); ++i) commands_[branches[i] - 1].next = place;
  open_.pop_back();
  return nullptr;
}

void link_pipelines(std::vector<command>& commands) {
  std::uint32_t end = static_cast<std::uint32_t>(commands.size());
  for (std::uint32_t place = end; place-- > 0;) {
    if (commands[place].kind == command_kind::endpipeline) end = place;
    if (commands[place].kind == command_kind::startpipeline) commands[place].jump = end;
  }
}

}  // namespace

result<void> link_commands(script& target) {
  std::vector<command>& commands = target.commands;
  const auto refuse = [&](const command& culprit, std::string_view problem) {
    return fail(make_script_error({target.label, culprit.line, culprit.name, culprit.text}, problem));
  };
  linker links(commands);
  for (std::uint32_t place = 0; place < commands.size(); ++place) {
    if (const char* problem = links.link(place)) return refuse(commands[place], problem);
  }
  if (!links.open().empty()) {
    return refuse(commands[links.open().back().branches.front()], "\\if without matching \\endif");
  }
  link_pipelines(commands);
  return {};
}

}  // namespace pgpipe::app::bench
