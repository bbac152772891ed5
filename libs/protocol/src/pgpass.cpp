#include <algorithm>

#include <pgpipe/protocol/pgpass.hpp>

#include "text.hpp"

namespace pgpipe::protocol {
namespace {

// One field of a line, up to an unescaped colon or the end.
struct field {
  std::string text;    // unescaped
  bool any = false;    // a lone asterisk
  bool ended = false;  // by a colon
};

field take_field(std::string_view& line) {
  field taken;
  taken.any = line.substr(0, 2) == "*:";
  while (!line.empty()) {
    char c = line.front();
    line.remove_prefix(1);
    if (c == ':') {
      taken.ended = true;
      break;
    }
    if (c == '\\' && !line.empty()) {
      c = line.front();
      line.remove_prefix(1);
    }
    taken.text += c;
  }
  return taken;
}

bool matches(std::string_view& line, std::string_view wanted) {
  const field taken = take_field(line);
  return taken.ended && (taken.any || taken.text == wanted);
}

}  // namespace

std::string find_password(std::string_view content, std::string_view host, std::string_view port,
                          std::string_view dbname, std::string_view user) {
  while (!content.empty()) {
    std::string_view line = take_line(content);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    if (!matches(line, host) || !matches(line, port) || !matches(line, dbname) || !matches(line, user)) continue;
    return take_field(line).text;
  }
  return {};
}

void apply_pgpass(connect_options& options, std::string_view content, std::string_view default_socket_directory) {
  for (host_spec& each : options.hosts) {
    if (!each.password.empty()) continue;
    std::string_view host = each.host.empty() ? each.hostaddr : each.host;
    if (each.is_unix_socket() && host == default_socket_directory) host = "localhost";
    each.password = find_password(content, host, std::to_string(each.port), options.dbname, options.user);
  }
}

}  // namespace pgpipe::protocol
