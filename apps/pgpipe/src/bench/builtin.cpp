#include "bench/builtin.hpp"

#include <array>

namespace pgpipe::app::bench {
namespace {

constexpr std::array<builtin_script, 3> scripts{{
    {"tpcb-like", "<builtin: TPC-B (sort of)>",
     "\\set aid random(1, 100000 * :scale)\n"
     "\\set bid random(1, 1 * :scale)\n"
     "\\set tid random(1, 10 * :scale)\n"
     "\\set delta random(-5000, 5000)\n"
     "BEGIN;\n"
     "UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;\n"
     "SELECT abalance FROM pgbench_accounts WHERE aid = :aid;\n"
     "UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :tid;\n"
     "UPDATE pgbench_branches SET bbalance = bbalance + :delta WHERE bid = :bid;\n"
     "INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP);\n"
     "END;\n"},
    {"simple-update", "<builtin: simple update>",
     "\\set aid random(1, 100000 * :scale)\n"
     "\\set bid random(1, 1 * :scale)\n"
     "\\set tid random(1, 10 * :scale)\n"
     "\\set delta random(-5000, 5000)\n"
     "BEGIN;\n"
     "UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;\n"
     "SELECT abalance FROM pgbench_accounts WHERE aid = :aid;\n"
     "INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP);\n"
     "END;\n"},
    {"select-only", "<builtin: select only>",
     "\\set aid random(1, 100000 * :scale)\n"
     "SELECT abalance FROM pgbench_accounts WHERE aid = :aid;\n"},
}};

}  // namespace

std::span<const builtin_script> builtin_scripts() { return scripts; }

result<const builtin_script*> find_builtin(std::string_view name) {
  const builtin_script* found = nullptr;
  std::size_t matches = 0;
  for (const builtin_script& each : scripts) {
    if (!each.name.starts_with(name)) continue;
    found = &each;
    ++matches;
  }
  if (matches == 1) return found;
  std::string reason = "no builtin script found for name \"" + std::string(name) + "\"";
  if (matches > 1) {
    reason = "ambiguous builtin name: " + std::to_string(matches) + " builtin scripts found for prefix \"" +
             std::string(name) + "\"";
  }
  return fail(error_category::usage, std::move(reason));
}

std::string list_builtins() {
  constexpr std::size_t name_width = 15;  // right-aligned, as pgbench shows them
  std::string list = "Available builtin scripts:\n";
  for (const builtin_script& each : scripts) {
    list.append(name_width - each.name.size(), ' ').append(each.name).append(": ").append(each.label) += '\n';
  }
  return list + '\n';
}

}  // namespace pgpipe::app::bench
