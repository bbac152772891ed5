#include "bench/script_loader.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>
#include <utility>

#include "bench/characters.hpp"
#include "bench/control_flow.hpp"
#include "bench/copy_source.hpp"
#include "bench/copy_statement.hpp"
#include "bench/meta_command.hpp"
#include "bench/script_error.hpp"
#include "bench/sql_lexer.hpp"
#include "bench/sql_template.hpp"

namespace pgpipe::app::bench {
namespace {

// Counts lines up to positions that only grow, so that a whole script is counted once.
class line_counter {
 public:
  explicit line_counter(std::string_view text) : text_(text) {}

  [[nodiscard]] std::uint32_t line_at(std::size_t position) {
    const std::string_view passed = text_.substr(counted_, position - counted_);
    line_ += static_cast<std::uint32_t>(std::count(passed.begin(), passed.end(), '\n'));
    counted_ = position;
    return line_;
  }

 private:
  std::string_view text_;
  std::size_t counted_ = 0;
  std::uint32_t line_ = 1;
};

// What reports show of an SQL command: its first line, as far as pgbench's reports show it, or to the end of a UTF-8
// character before.
std::string shown_line(std::string_view sql) {
  constexpr std::size_t most_shown = 127;
  std::string_view line = sql.substr(0, sql.find_first_of("\r\n"));
  if (line.size() <= most_shown) return std::string(line);
  std::size_t size = most_shown;
  while (size > 0 && (static_cast<unsigned char>(line[size]) & 0xC0) == 0x80) --size;
  return std::string(line.substr(0, size));
}

// Reads one script's text into its commands.
class script_reader {
 public:
  script_reader(std::string_view text, query_mode mode, compatibility behaviour, variable_names& names,
                std::uint32_t& statements, script& into)
      : text_(text),
        lexer_(text),
        lines_(text),
        mode_(mode),
        behaviour_(behaviour),
        names_(names),
        statements_(statements),
        script_(into) {}

  result<void> read();

 private:
  result<void> add_sql(std::string&& sql);
  result<void> add_copy(meta_command&& meta);
  result<void> take_copy_lines();
  result<void> finish_sql(std::string&& sql, std::span<const text_span> quoted, command& added);
  result<void> add_meta_command();
  result<void> add_row_use(command&& meta, std::string_view text);

  std::string_view text_;
  sql_lexer lexer_;
  line_counter lines_;
  query_mode mode_;
  compatibility behaviour_;
  variable_names& names_;
  std::uint32_t& statements_;
  script& script_;
};

result<void> script_reader::read() {
  std::string sql;
  for (;;) {
    const sql_end end = lexer_.next_command(sql);
    if (!sql.empty()) {
      const bool takes_lines = behaviour_.allows_extras() && is_copy_from_stdin(sql, lexer_.quoted());
      if (auto added = add_sql(std::move(sql)); !added) return added;
      if (takes_lines) {
        if (auto taken = take_copy_lines(); !taken) return taken;
      }
    }
    if (end == sql_end::end_of_text) return {};
    if (end == sql_end::backslash) {
      if (auto added = add_meta_command(); !added) return added;
    }
  }
}

result<void> script_reader::add_sql(std::string&& sql) {
  command& added = script_.commands.emplace_back();
  added.line = lines_.line_at(lexer_.command_start());
  added.first_line = shown_line(sql);
  return finish_sql(std::move(sql), lexer_.quoted(), added);
}

// What is done to a command whatever form it had in the script.
result<void> script_reader::finish_sql(std::string&& sql, std::span<const text_span> quoted, command& added) {
  added.statement = statements_++;
  find_variables(sql, quoted, variable_rules::of(behaviour_, mode_), names_, added);
  added.text = std::move(sql);
  if (mode_ == query_mode::simple) return {};
  const auto refuse = [&](std::string_view problem) {
    return fail(make_script_error({script_.label, added.line, {}, added.first_line}, problem));
  };
  if (added.parameters.size() <= most_parameters) return {};
  return refuse("statement has too many arguments (maximum is " + std::to_string(most_parameters) + ")");
}

// \copy is COPY in one line, whose data may be in a file.
result<void> script_reader::add_copy(meta_command&& meta) {
  command& added = script_.commands.emplace_back();
  added.line = meta.command.line;
  added.first_line = std::move(meta.command.first_line);
  std::string sql;
  sql_lexer lexer(meta.copy.sql);
  lexer.next_command(sql);
  if (auto finished = finish_sql(std::move(sql), lexer.quoted(), added); !finished) return finished;
  switch (meta.copy.data) {
    case copy_request::data::discarded: return {};
    case copy_request::data::lines: return take_copy_lines();
    case copy_request::data::file: break;
  }
  auto source = copy_source::of_file(meta.copy.file);
  if (!source)
    return fail(make_script_error({script_.label, added.line, "copy", added.first_line}, source.error().text()));
  added.copy = std::make_shared<const copy_source>(*std::move(source));
  return {};
}

// The data of the COPY just added: the lines from the next one on up to one that is "\.".
result<void> script_reader::take_copy_lines() {
  command& copying = script_.commands.back();
  const auto refuse = [&](std::string_view problem) {
    return fail(make_script_error({script_.label, copying.line, {}, copying.first_line}, problem));
  };
  const auto line_end = [&](std::size_t from) { return std::min(text_.find('\n', from), text_.size()); };
  std::size_t end = line_end(lexer_.position());
  const std::string_view rest = trim(text_.substr(lexer_.position(), end - lexer_.position()));
  if (!rest.empty() && !rest.starts_with("--"))
    return refuse("the data of COPY FROM STDIN must begin in a line of its own");
  const std::size_t begin = std::min(end + 1, text_.size());
  for (std::size_t line = begin; line < text_.size(); line = end + 1) {
    end = line_end(line);
    std::string_view shown = text_.substr(line, end - line);
    if (shown.ends_with('\r')) shown.remove_suffix(1);
    if (shown != "\\.") continue;
    copying.copy =
        std::make_shared<const copy_source>(copy_source::of_text(std::string(text_.substr(begin, line - begin))));
    lexer_.skip_to(end);
    return {};
  }
  return refuse("the data of COPY FROM STDIN must end with a line \"\\.\"");
}

result<void> script_reader::add_meta_command() {
  const std::size_t start = lexer_.position();
  const std::string_view text = text_.substr(start, meta_command_size(text_.substr(start)));
  lexer_.skip_to(start + text.size());
  const meta_source source{script_.label, lines_.line_at(start), text};
  auto parsed = parse_meta_command(source, names_, behaviour_);
  if (!parsed) return fail(std::move(parsed).error());
  switch (parsed->outcome) {
    case meta_command::outcome::nothing: return {};
    case meta_command::outcome::copy: return add_copy(*std::move(parsed));
    case meta_command::outcome::row_use: return add_row_use(std::move(parsed->command), text);
    case meta_command::outcome::command: script_.commands.push_back(std::move(parsed->command)); return {};
  }
  return {};
}

result<void> script_reader::add_row_use(command&& meta, std::string_view text) {
  command* before = script_.commands.empty() ? nullptr : &script_.commands.back();
  if (before == nullptr || before->kind != command_kind::sql || before->rows != row_use::none) {
    return fail(
        make_script_error({script_.label, meta.line, {}, text}, "\\" + meta.name + " must follow an SQL command"));
  }
  before->rows = meta.rows;
  before->prefix = std::move(meta.prefix);
  return {};
}

result<std::string> read_all(std::FILE* file, const std::string& name) {
  std::string text;
  char block[16384];
  std::size_t size = 0;
  while ((size = std::fread(block, 1, sizeof block, file)) > 0) text.append(block, size);
  if (std::ferror(file) == 0) return text;
  return fail(error_category::usage, "could not read file \"" + name + "\": " + std::strerror(errno));
}

}  // namespace

result<script> script_loader::load_file(const std::string& path) {
  struct closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  result<std::string> text;
  if (path == "-") {
    text = read_all(stdin, path);
  } else {
    const std::unique_ptr<std::FILE, closer> file(std::fopen(path.c_str(), "rb"));
    if (!file) return fail(error_category::usage, "could not open file \"" + path + "\": " + std::strerror(errno));
    text = read_all(file.get(), path);
  }
  if (!text) return fail(std::move(text).error());
  return load_text(*text, path);
}

result<script> script_loader::load_builtin(const builtin_script& builtin) {
  return load_text(builtin.text, std::string(builtin.label));
}

result<script> script_loader::load_text(std::string_view text, std::string label) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  script loaded;
  loaded.label = std::move(label);
  loaded.index = scripts_++;
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    const std::uint32_t line = line_counter(text).line_at(nul);
    return fail(make_script_error({loaded.label, line, {}}, "a script cannot hold a NUL byte"));
  }
  if (auto read = script_reader(text, mode_, behaviour_, names_, statements_, loaded).read(); !read) {
    return fail(std::move(read).error());
  }
  if (loaded.commands.empty()) {
    return fail(error_category::usage, "empty command list for script \"" + loaded.label + "\"");
  }
  if (auto linked = link_commands(loaded); !linked) return fail(std::move(linked).error());
  loaded.source = text;
  return loaded;
}

}  // namespace pgpipe::app::bench
