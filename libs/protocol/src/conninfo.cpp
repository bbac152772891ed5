#include <algorithm>
#include <string>

#include <pgpipe/protocol/conninfo.hpp>

#include "conninfo_parameter.hpp"
#include "conninfo_syntax.hpp"
#include "text.hpp"

namespace pgpipe::protocol {
namespace {

auto position_of(auto& parameters, std::string_view keyword) {
  return std::find_if(parameters.begin(), parameters.end(), [&](const auto& each) { return each.first == keyword; });
}

}  // namespace

result<conninfo> conninfo::parse(std::string_view text) {
  conninfo parsed;
  if (result<void> merged = parsed.merge(text); !merged) return fail(std::move(merged).error());
  return parsed;
}

result<void> conninfo::set(std::string_view keyword, std::string_view value) {
  if (has_zero_byte(keyword)) return fail(error_category::usage, "zero byte in the name of a connection option");
  // What sslmode was called in the days of two modes.
  if (keyword == "requiressl") return set("sslmode", value.substr(0, 1) == "1" ? "require" : "prefer");
  const conninfo_parameter* const known = find_conninfo_parameter(keyword);
  const std::string name(keyword);
  if (known == nullptr) return fail(error_category::usage, "invalid connection option \"" + name + "\"");
  if (has_zero_byte(value)) return fail(error_category::usage, "zero byte in the value of parameter " + name);
  if (!known->accepts(value)) return fail(error_category::usage, known->refusal());
  const auto at = position_of(parameters_, keyword);
  if (at == parameters_.end()) {
    parameters_.emplace_back(name, value);
  } else {
    at->second = value;
  }
  return {};
}

result<void> conninfo::merge(std::string_view text) {
  if (has_zero_byte(text)) return fail(error_category::usage, "zero byte in the connection string");
  conninfo merged = *this;
  const bool is_uri = uri_scheme_length(text) != 0;
  if (result<void> parsed = is_uri ? parse_uri(text, merged) : parse_keyword_value(text, merged); !parsed)
    return parsed;
  *this = std::move(merged);
  return {};
}

const std::string* conninfo::find(std::string_view keyword) const {
  const auto at = position_of(parameters_, keyword);
  return at == parameters_.end() ? nullptr : &at->second;
}

bool is_connection_string(std::string_view dbname) {
  return uri_scheme_length(dbname) != 0 || dbname.find('=') != std::string_view::npos;
}

}  // namespace pgpipe::protocol
