#include <algorithm>
#include <string>

#include "conninfo_syntax.hpp"

namespace pgpipe::protocol {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Resolves %xx. A plus sign stays one. `part` names the piece for messages; a password is never quoted.
result<std::string> percent_decoded(std::string_view text, std::string_view part) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i != text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    const std::string_view token = text.substr(i, 3);
    const int high = token.size() == 3 ? hex_digit(token[1]) : -1;
    const int low = token.size() == 3 ? hex_digit(token[2]) : -1;
    if (high < 0 || low < 0) {
      const std::string quoted = part == "password" ? std::string() : " \"" + std::string(token) + "\"";
      return fail(error_category::usage,
                  "invalid percent-encoded token" + quoted + " in the URI's " + std::string(part));
    }
    if (high == 0 && low == 0) return fail(error_category::usage, "forbidden %00 in the URI's " + std::string(part));
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return decoded;
}

// Sets a parameter from its percent-encoded value; an empty one is as good as none.
result<void> set_decoded(conninfo& out, std::string_view keyword, std::string_view encoded) {
  if (encoded.empty()) return {};
  result<std::string> value = percent_decoded(encoded, keyword);
  if (!value) return fail(std::move(value).error());
  return out.set(keyword, *value);
}

// Cuts off and returns what stands before the first of `stops`, or everything.
std::string_view cut_before(std::string_view& rest, std::string_view stops) {
  const std::size_t end = std::min(rest.find_first_of(stops), rest.size());
  const std::string_view piece = rest.substr(0, end);
  rest.remove_prefix(end);
  return piece;
}

bool cut(std::string_view& rest, char wanted) {
  if (rest.empty() || rest.front() != wanted) return false;
  rest.remove_prefix(1);
  return true;
}

// "user:password@", where an '@' comes before any slash.
result<void> parse_credentials(std::string_view& rest, conninfo& out) {
  const std::size_t stop = rest.find_first_of("@/");
  if (stop == std::string_view::npos || rest[stop] != '@') return {};
  std::string_view credentials = rest.substr(0, stop);
  rest.remove_prefix(stop + 1);
  const std::string_view user = cut_before(credentials, ":");
  if (result<void> set = set_decoded(out, "user", user); !set) return set;
  cut(credentials, ':');
  return set_decoded(out, "password", credentials);
}

// "[::1]" without its brackets, or what stands before a port, a comma, a path or a query.
result<std::string_view> parse_host(std::string_view& rest) {
  if (!cut(rest, '[')) return cut_before(rest, ":/?,");
  const std::string_view address = cut_before(rest, "]");
  if (!cut(rest, ']')) return fail(error_category::usage, "missing \"]\" behind an IPv6 address in the URI");
  if (address.empty()) return fail(error_category::usage, "empty IPv6 address in the URI");
  if (!rest.empty() && std::string_view(":/?,").find(rest.front()) == std::string_view::npos) {
    return fail(error_category::usage, "unexpected character behind an IPv6 address in the URI");
  }
  return address;
}

// "host:port,host:port": both lists keep their empty elements, so that positions agree.
result<void> parse_hosts(std::string_view& rest, conninfo& out) {
  std::string hosts;
  std::string ports;
  while (true) {
    const result<std::string_view> host = parse_host(rest);
    if (!host) return fail(host.error());
    hosts += *host;
    if (cut(rest, ':')) ports += cut_before(rest, "/?,");
    if (!cut(rest, ',')) break;
    hosts += ',';
    ports += ',';
  }
  if (result<void> set = set_decoded(out, "host", hosts); !set) return set;
  return set_decoded(out, "port", ports);
}

result<void> set_query_parameter(conninfo& out, std::string_view keyword, std::string_view value) {
  result<std::string> name = percent_decoded(keyword, "query");
  if (!name) return fail(std::move(name).error());
  result<std::string> decoded = percent_decoded(value, *name);
  if (!decoded) return fail(std::move(decoded).error());
  // The JDBC driver's way to say it.
  if (*name == "ssl" && *decoded == "true") return out.set("sslmode", "require");
  return out.set(*name, *decoded);
}

// "keyword=value&keyword=value"
result<void> parse_query(std::string_view rest, conninfo& out) {
  std::string_view previous;
  while (!rest.empty()) {
    std::string_view piece = cut_before(rest, "&");
    cut(rest, '&');
    const std::string_view keyword = cut_before(piece, "=");
    if (!cut(piece, '=')) {
      return fail(error_category::usage, "missing \"=\"" + after_word(keyword, previous) + " in the URI's query");
    }
    if (piece.find('=') != std::string_view::npos) {
      return fail(error_category::usage, "extra \"=\"" + after_word(keyword, previous) + " in the URI's query");
    }
    if (result<void> set = set_query_parameter(out, keyword, piece); !set) return set;
    previous = keyword;
  }
  return {};
}

}  // namespace

std::size_t uri_scheme_length(std::string_view text) {
  for (const std::string_view scheme : {std::string_view("postgresql://"), std::string_view("postgres://")}) {
    if (text.substr(0, scheme.size()) == scheme) return scheme.size();
  }
  return 0;
}

result<void> parse_uri(std::string_view text, conninfo& out) {
  std::string_view rest = text.substr(uri_scheme_length(text));
  if (result<void> parsed = parse_credentials(rest, out); !parsed) return parsed;
  if (result<void> parsed = parse_hosts(rest, out); !parsed) return parsed;
  if (cut(rest, '/')) {
    if (result<void> set = set_decoded(out, "dbname", cut_before(rest, "?")); !set) return set;
  }
  cut(rest, '?');
  return parse_query(rest, out);
}

}  // namespace pgpipe::protocol
