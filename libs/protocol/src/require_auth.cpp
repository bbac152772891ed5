#include <array>

#include <pgpipe/protocol/require_auth.hpp>

#include "conninfo_value.hpp"

namespace pgpipe::protocol {
namespace {

constexpr std::array methods = {
    named_value<auth_method>{"password", auth_method::password},
    named_value<auth_method>{"md5", auth_method::md5},
    named_value<auth_method>{"gss", auth_method::gss},
    named_value<auth_method>{"sspi", auth_method::sspi},
    named_value<auth_method>{"scram-sha-256", auth_method::scram_sha_256},
    named_value<auth_method>{"oauth", auth_method::oauth},
    named_value<auth_method>{"none", auth_method::none},
};

tl::unexpected<error> refused(std::string_view method, std::string_view why) {
  return fail(error_category::usage, "invalid require_auth value: \"" + std::string(method) + "\" " + std::string(why));
}

}  // namespace

result<auth_requirement> auth_requirement::parse(std::string_view text) {
  auth_requirement parsed;
  parsed.text_ = text;
  const std::vector<std::string> elements = split_list(text);
  if (elements.empty()) return parsed;
  const bool negated = elements.front().substr(0, 1) == "!";
  unsigned named = 0;
  for (const std::string& element : elements) {
    const bool has_mark = element.substr(0, 1) == "!";
    if (has_mark != negated) return refused(element, "mixes methods with and without \"!\"");
    const std::string_view name = std::string_view(element).substr(has_mark ? 1 : 0);
    const auto* const found =
        std::find_if(methods.begin(), methods.end(), [&](const auto& each) { return each.name == name; });
    if (found == methods.end()) return refused(element, "is none of " + names_of(methods));
    if ((named & bit(found->value)) != 0) return refused(element, "is given more than once");
    named |= bit(found->value);
  }
  parsed.allowed_ = negated ? ~named : named;
  return parsed;
}

}  // namespace pgpipe::protocol
