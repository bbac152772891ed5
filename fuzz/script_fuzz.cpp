#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bench/script_loader.hpp"
#include "bench/script_run.hpp"

using namespace pgpipe::app::bench;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_sql(const command& sql, variables& table) {
  std::size_t variables_in_pieces = 0;
  for (const text_piece& piece : sql.pieces) {
    variables_in_pieces += piece.slot == no_variable || piece.quoting == quoting::identifier ? 0 : 1;
  }
  require(variables_in_pieces == sql.parameters.size());
  require(sql.first_line.starts_with('\\') || sql.text.find(sql.first_line) == 0);  // \copy has another text
  std::string undefined;
  append_sql(sql, table, undefined);
  require(undefined == sql.text);
}

// Runs what can run without a server, for every command, whatever the conditions say.
void run(const command& any, evaluation& with, std::size_t commands) {
  std::uint32_t next = any.next;
  switch (any.kind) {
    case command_kind::set: (void)run_set(any, with); break;
    case command_kind::if_:
    case command_kind::elif: (void)run_condition(any, with, next); break;
    case command_kind::sleep: (void)sleep_duration(any, with.variables); break;
    case command_kind::shell:
    case command_kind::setshell: (void)shell_line(any, with.variables); break;
    default: break;
  }
  require(next <= commands);
}

}  // namespace

// First byte: the query mode. A script loads or is refused with a reason; a loaded one only ever goes forward, and its
// SQL with all variables undefined is the SQL as written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  variable_names names;
  script_loader loader(static_cast<query_mode>(bytes[0] % 3), names);
  const auto loaded = loader.load_text(text, "f.sql");
  if (!loaded) {
    require(loaded.error().text().find("f.sql") != std::string::npos);
    return 0;
  }
  variables undefined(names);
  variables table(names);
  random_state random(42);
  evaluation with{.variables = table, .random = random};
  with.print_debug = [](std::string_view) {};
  require(!loaded->commands.empty());
  for (std::size_t i = 0; i < loaded->commands.size(); ++i) {
    const command& each = loaded->commands[i];
    require(each.next > i && each.line > 0);
    if (each.kind == command_kind::if_ || each.kind == command_kind::elif) require(each.jump > i);
    if (each.kind == command_kind::sql) check_sql(each, undefined);
    run(each, with, loaded->commands.size());
  }
  return 0;
}
