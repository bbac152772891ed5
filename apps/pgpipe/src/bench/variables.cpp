#include "bench/variables.hpp"

#include "bench/characters.hpp"
#include "bench/text_value.hpp"

namespace pgpipe::app::bench {

bool is_valid_variable_name(std::string_view name) {
  for (const char c : name) {
    if (!is_letter(c) && !is_digit(c)) return false;
  }
  return !name.empty();
}

variable_slot variable_names::intern(std::string_view name) {
  if (const auto found = slots_.find(name); found != slots_.end()) return found->second;
  const variable_slot slot = static_cast<variable_slot>(names_.size());
  slots_.emplace(names_.emplace_back(name), slot);
  return slot;
}

variable_slot variable_names::find(std::string_view name) const {
  const auto found = slots_.find(name);
  return found == slots_.end() ? no_variable : found->second;
}

variables::variables(const variable_names& names) : names_(&names), cells_(names.size()) {}

void variables::set(variable_slot slot, std::string_view text) {
  cell& target = cells_[slot];
  target.text = text;
  target.is_defined = true;
  target.has_value = false;
  target.has_text = true;
}

bool variables::set(std::string_view name, std::string_view text) {
  if (!is_valid_variable_name(name)) return false;
  const variable_slot slot = names_->find(name);
  if (slot < cells_.size()) set(slot, text);
  return true;
}

bool variables::type_text(cell& source) {
  if (!source.is_defined) return false;
  const std::optional<value> parsed = parse_value(source.text);
  if (!parsed) return false;
  source.typed = *parsed;
  source.has_value = true;
  return true;
}

bool variables::write_text(cell& source) {
  if (!source.is_defined) return false;
  char buffer[max_rendered_size];
  source.text = render(source.typed, buffer);
  source.has_text = true;
  return true;
}

std::string variables::explain(variable_slot slot) const {
  const std::string& name = names_->name(slot);
  const cell& found = cells_[slot];
  if (!found.is_defined) return "undefined variable \"" + name + "\"";
  return "malformed variable \"" + name + "\" value: \"" + found.text + "\"";
}

void intern_automatic(variable_names& names) {
  for (const std::string_view name : {"scale", "client_id", "random_seed", "default_seed"}) names.intern(name);
}

namespace {

void define(variables& table, std::string_view name, std::int64_t number) {
  const variable_slot slot = table.names().find(name);
  if (slot != no_variable && !table.is_defined(slot)) table.set(slot, value::make(number));
}

}  // namespace

void define_automatic(variables& table, const automatic_variables& automatic) {
  define_scale(table, automatic.scale);
  define(table, "client_id", automatic.client_id);
  define(table, "random_seed", static_cast<std::int64_t>(automatic.random_seed));
  define(table, "default_seed", static_cast<std::int64_t>(automatic.default_seed));
}

void define_scale(variables& table, std::int64_t scale) { define(table, "scale", scale); }

}  // namespace pgpipe::app::bench
