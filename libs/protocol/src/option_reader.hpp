#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/connect_options.hpp>

#include "conninfo_parameter.hpp"
#include "conninfo_value.hpp"

namespace pgpipe::protocol {

// The values of parameters: what was given, else what the environment says. The first that makes no sense is kept as
// failure(); reading goes on, with defaults in the place of wrong values.
class option_reader {
 public:
  option_reader(const conninfo& given, const connect_environment& environment)
      : given_(given), environment_(environment) {}

  [[nodiscard]] const conninfo& given() const { return given_; }
  [[nodiscard]] const connect_environment& environment() const { return environment_; }
  [[nodiscard]] const std::optional<error>& failure() const { return failure_; }

  void refuse(std::string text) {
    if (!failure_) failure_.emplace(error_category::usage, std::move(text));
  }

  [[nodiscard]] std::optional<std::string> variable(std::string_view name) const {
    if (name.empty() || !environment_.variable) return std::nullopt;
    return environment_.variable(name);
  }
  [[nodiscard]] std::optional<std::string> value(std::string_view keyword) const {
    if (const std::string* given = given_.find(keyword)) return *given;
    return variable(find_conninfo_parameter(keyword)->variable);
  }
  // Empty where there is none.
  [[nodiscard]] std::string text(std::string_view keyword) const { return value(keyword).value_or(std::string()); }

  // A whole number, or `otherwise` where the parameter is absent or empty. `unit`: what it counts, for the message.
  [[nodiscard]] int integer(std::string_view keyword, int otherwise, std::string_view unit);
  // The same, where less than zero is as good as zero.
  [[nodiscard]] int amount(std::string_view keyword, std::string_view unit) {
    return std::max(0, integer(keyword, 0, unit));
  }

  // Leaves `out` alone where the parameter is absent or empty.
  template <typename Value, std::size_t N>
  void choose(std::string_view keyword, const std::array<named_value<Value>, N>& choices, Value& out,
              bool any_case = false) {
    const std::string wanted = text(keyword);
    if (wanted.empty()) return;
    for (const named_value<Value>& each : choices) {
      if (each.name == wanted || (any_case && equal_ignoring_case(each.name, wanted))) return void(out = each.value);
    }
    refuse("invalid " + std::string(keyword) + " value: \"" + wanted + "\" is not " + names_of(choices));
  }

 private:
  const conninfo& given_;
  const connect_environment& environment_;
  std::optional<error> failure_;
};

// Parts of make_connect_options() with files of their own: TLS, and who proves what to whom.
void read_encryption(option_reader& from, connect_options& out);
void read_authentication(option_reader& from, connect_options& out);

}  // namespace pgpipe::protocol
