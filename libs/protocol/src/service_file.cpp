#include <algorithm>
#include <string>

#include <pgpipe/protocol/service_file.hpp>

#include "conninfo_syntax.hpp"
#include "text.hpp"

namespace pgpipe::protocol {
namespace {

// The next line, without white space around it.
std::string_view take_trimmed_line(std::string_view& content) {
  std::string_view line = take_line(content);
  while (!line.empty() && is_space(line.back())) line.remove_suffix(1);
  while (!line.empty() && is_space(line.front())) line.remove_prefix(1);
  return line;
}

bool begins_group(std::string_view line, std::string_view service) {
  line.remove_prefix(1);
  return line.substr(0, service.size()) == service && line.substr(service.size()).substr(0, 1) == "]";
}

// No white space is allowed around the keyword; all of it behind the '=' belongs to the value.
result<void> apply_line(conninfo& out, std::string_view line) {
  if (line.substr(0, 4) == "ldap") {
    return fail(error_category::usage, "look-up of connection parameters by LDAP is not supported");
  }
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) return fail(error_category::usage, "missing \"=\"");
  const std::string_view keyword = line.substr(0, equals);
  if (keyword == "service" || keyword == "servicefile") {
    return fail(error_category::usage, std::string(keyword) + " inside a service file is not supported");
  }
  if (out.find(keyword) != nullptr) return {};
  return out.set(keyword, line.substr(equals + 1));
}

}  // namespace

result<bool> apply_service(conninfo& given, std::string_view content, std::string_view service) {
  conninfo merged = given;
  bool found = false;
  for (std::size_t number = 1; !content.empty(); ++number) {
    const std::string_view line = take_trimmed_line(content);
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '[') {
      if (found) break;
      found = begins_group(line, service);
    } else if (found) {
      if (result<void> applied = apply_line(merged, line); !applied) {
        error cause = std::move(applied).error();
        cause.add_context("line " + std::to_string(number));
        return fail(std::move(cause));
      }
    }
  }
  if (found) given = std::move(merged);
  return found;
}

}  // namespace pgpipe::protocol
