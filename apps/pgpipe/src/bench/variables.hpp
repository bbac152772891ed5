#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bench/prefetch.hpp"
#include "bench/value.hpp"

namespace pgpipe::app::bench {

// The place of a variable in every client's table.
using variable_slot = std::uint32_t;
inline constexpr variable_slot no_variable = UINT32_MAX;

// Letters, digits, underscores and non-ASCII bytes, at least one.
[[nodiscard]] bool is_valid_variable_name(std::string_view name);

// The names of all variables of a run, each with a slot. Filled while -D options are read and scripts are loaded; read
// only, and shared by all threads, from then on. Names stay where they are.
class variable_names {
 public:
  // The slot of a name, which gets one if it has none.
  variable_slot intern(std::string_view name);

  // no_variable when no script and no -D mentions the name.
  [[nodiscard]] variable_slot find(std::string_view name) const;

  [[nodiscard]] const std::string& name(variable_slot slot) const { return names_[slot]; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }

 private:
  std::deque<std::string> names_;
  std::unordered_map<std::string_view, variable_slot> slots_;  // keys are views of names_
};

// One client's variables. Call order: load every script and intern every -D name; make one table, set() the -D values
// and define_automatic(); copy it for each client (a copy shares only the names). A value given as text (-D, \gset)
// gets its type when an expression first reads it; a value given as number gets its text when SQL first reads it.
class variables {
 public:
  // `names` must outlive the table; names interned later have no place in it.
  explicit variables(const variable_names& names);

  void set(variable_slot slot, const value& assigned) {
    cell& target = cells_[slot];
    assign(target.typed, assigned);
    target.is_defined = true;
    target.has_value = true;
    target.has_text = false;
  }
  void set(variable_slot slot, std::string_view text);

  // Stores by name, as \gset does with its columns. A name that no script mentions is accepted and forgotten, since
  // nothing could read it. False when the name is not a valid one.
  [[nodiscard]] bool set(std::string_view name, std::string_view text);

  [[nodiscard]] bool is_defined(variable_slot slot) const { return cells_[slot].is_defined; }

  // For expressions: the value, or nullptr when it is undefined or its text is none of the language's values, see
  // explain(). Valid until the variable is set again.
  [[nodiscard]] const value* get(variable_slot slot) {
    cell& found = cells_[slot];
    return found.has_value || type_text(found) ? &found.typed : nullptr;
  }

  // Why get() returned nullptr, as a message.
  [[nodiscard]] std::string explain(variable_slot slot) const;

  // For SQL: the text, or nothing when the variable is undefined. Valid until the variable is set again.
  [[nodiscard]] std::optional<std::string_view> text(variable_slot slot) {
    cell& found = cells_[slot];
    if (!found.has_text && !write_text(found)) return std::nullopt;
    return found.text;
  }

  [[nodiscard]] const variable_names& names() const { return *names_; }

  // Asks for the memory of the first few, without waiting for it.
  void prefetch() const {
    constexpr std::size_t most_bytes = 512;
    bench::prefetch(cells_.data(), std::min(most_bytes, cells_.size() * sizeof(cell)));
  }

 private:
  struct cell {
    value typed = value::make_null();
    bool is_defined = false;
    bool has_value = false;
    bool has_text = false;
    std::string text;
  };

  static bool type_text(cell& source);
  static bool write_text(cell& source);

  const variable_names* names_;
  std::vector<cell> cells_;
};

// The variables that every client has without being told.
struct automatic_variables {
  std::int64_t scale = 1;
  std::int64_t client_id = 0;
  std::uint64_t random_seed = 0;
  std::uint64_t default_seed = 0;
};

// Interns the four names; to be called before the tables are made.
void intern_automatic(variable_names& names);

// Sets those of the four that are still undefined: -D wins.
void define_automatic(variables& table, const automatic_variables& automatic);

// The same for the scale alone, on which all clients agree.
void define_scale(variables& table, std::int64_t scale);

}  // namespace pgpipe::app::bench
