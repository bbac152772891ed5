#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <pgpipe/protocol/conninfo.hpp>

// Connection strings read by libpq and by pgpipe: both accept them, with the same values, or both refuse them.
namespace pgpipe {
namespace {

using values = std::map<std::string, std::string>;

// What a reader makes of a text; no value: it refuses it.
struct reading {
  std::optional<values> parameters;
  std::string error;
};

reading read_by_libpq(const std::string& text) {
  char* message = nullptr;
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(PQconninfoParse(text.c_str(), &message),
                                                                             PQconninfoFree);
  if (!options) {
    const std::unique_ptr<char, decltype(&PQfreemem)> held(message, PQfreemem);
    return {std::nullopt, message == nullptr ? "" : message};
  }
  values found;
  for (const PQconninfoOption* each = options.get(); each->keyword != nullptr; ++each) {
    if (each->val != nullptr) found.emplace(each->keyword, each->val);
  }
  return {found, {}};
}

reading read_by_pgpipe(const std::string& text) {
  const result<protocol::conninfo> parsed = protocol::conninfo::parse(text);
  if (!parsed) return {std::nullopt, parsed.error().text()};
  return {values(parsed->parameters().begin(), parsed->parameters().end()), {}};
}

std::string shown(const reading& what) {
  if (!what.parameters) return "refused: " + what.error;
  std::string out;
  for (const auto& [keyword, value] : *what.parameters) out += keyword + "=[" + value + "] ";
  return out;
}

// Parameters that came after libpq 15, the one to compare with: it refuses them as unknown.
constexpr std::array<std::string_view, 16> newer = {
    "load_balance_hosts",   "require_auth",         "sslcertmode",      "gssdelegation",
    "sslnegotiation",       "sslkeylogfile",        "scram_client_key", "scram_server_key",
    "min_protocol_version", "max_protocol_version", "oauth_issuer",     "oauth_client_id",
    "oauth_client_secret",  "oauth_scope",          "servicefile",      "oauth_ca_file",
};

bool knows_more(const reading& actual) {
  if (!actual.parameters) return false;
  return std::any_of(newer.begin(), newer.end(),
                     [&](std::string_view each) { return actual.parameters->count(std::string(each)) != 0; });
}

// What is wrong with a text, in a word, of either reader's message; the first that fits.
std::string kind_of(const reading& what) {
  if (what.parameters) return "nothing";
  constexpr std::array<std::pair<std::string_view, std::string_view>, 16> words = {{
      {"missing \"=\" after", "separator"},
      {"missing \"=\"", "separator"},
      {"missing key/value separator", "separator"},
      {"extra \"=\"", "second separator"},
      {"extra key/value separator", "second separator"},
      {"unterminated quoted string", "quote"},
      {"invalid connection option", "keyword"},
      {"invalid URI query parameter", "keyword"},
      {"invalid percent-encoded token", "percent"},
      {"forbidden", "zero"},
      {"missing \"]\"", "bracket"},
      {"matching \"]\"", "bracket"},
      {"empty IPv6", "empty address"},
      {"IPv6 host address may not be empty", "empty address"},
      {"unexpected character", "after address"},
      {"zero byte", "zero"},
  }};
  for (const auto& [text, kind] : words) {
    if (what.error.find(text) != std::string::npos) return std::string(kind);
  }
  return what.error;
}

// False where the readers know different parameters: nothing to compare.
bool compare(const std::string& text) {
  const reading expected = read_by_libpq(text);
  const reading actual = read_by_pgpipe(text);
  if (actual.error.find("is not supported") != std::string::npos || knows_more(actual)) return false;
  // A parameter that libpq does not know may stand before what both find wrong.
  const bool refused_for_another = kind_of(expected) == "keyword" && kind_of(actual) != "keyword" && !actual.parameters;
  if (refused_for_another) {
    for (const std::string_view each : newer) {
      if (expected.error.find(each) != std::string::npos) return false;
    }
  }
  EXPECT_EQ(kind_of(expected), kind_of(actual))
      << "of <" << text << ">\nlibpq:  " << shown(expected) << "\npgpipe: " << shown(actual);
  EXPECT_EQ(expected.parameters, actual.parameters)
      << "of <" << text << ">\nlibpq:  " << shown(expected) << "\npgpipe: " << shown(actual);
  return true;
}

constexpr std::array<std::string_view, 62> texts = {
    "",
    "host=a dbname='b c'",
    "  host = a\t\nport=5 ",
    "host='a'port=5",
    "host='' port=",
    "host= port=5",
    "host=a port=1 host=b",
    "password='it\\'s \\\\ x'",
    "host=a\\ b",
    "sslcert=C:\\x\\y",
    "host=a\\",
    "host='a\\",
    "host='a",
    "application_name=my app host=x",
    "host",
    "=x",
    "Host=a",
    "requiressl=1 port=2",
    "requiressl=yes",
    "tty=x",
    "authtype=x",
    "bogus=1",
    "postgres://u:p%40x@h/db?application_name=a+b",
    "postgres://u:p@x@h/db",
    "postgres://h/db#frag",
    "postgres://h/db?ssl=true",
    "postgres://h/db?ssl=false",
    "postgres://h/db?sslmode=disable&sslmode=require",
    "postgres://%2Fsockdir/db",
    "postgres://h/a%00b",
    "postgres://h/%zz",
    "postgres://h/%4",
    "postgres://h/db?foo=1",
    "postgres://user:@h/",
    "postgres://@h/",
    "postgres://:@h/",
    "postgres://:p@h/",
    "POSTGRES://h/db",
    "postgresql://",
    "postgres:///d",
    "postgres:/h",
    "postgresql://h1,h2:5433/db",
    "postgresql://h1:1,,h3/db",
    "postgresql://,",
    "postgresql://h:",
    "postgresql://:1/",
    "postgresql://[::1]:5433/d",
    "postgresql://[::1],[::2]:3/d?port=4",
    "postgresql://[::1",
    "postgresql://[]",
    "postgresql://[::1]x",
    "postgresql://h?port=7",
    "postgresql://h?",
    "postgresql://h/d?&",
    "postgresql://h/d?port=1&",
    "postgresql://h/d?port=1&&user=x",
    "postgresql://h/d?port",
    "postgresql://h/d?port=1=2",
    "postgresql://h/d?%75ser=x&user=%79",
    "postgresql://h/d?host=/tmp&hostaddr=1.2.3.4",
    "postgresql://h/d?user=a%20b&options=-c%20x%3Dy",
    "postgresql://a%2Cb:1%2C2/",
};

TEST(ConninfoDifferential, AgreesOnKnownEdges) {
  for (const std::string_view text : texts) EXPECT_TRUE(compare(std::string(text))) << text;
}

// Damages a text at a few places, by characters that mean something to one of the readers.
std::string damaged(std::string text, std::mt19937& random) {
  constexpr std::string_view alphabet = " \t'\\=%:@/?&,[]#+.0123456789aeghost\x01\xc3";
  const auto below = [&](std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
  };
  for (std::size_t edits = 1 + below(4); edits != 0; --edits) {
    const std::size_t at = below(text.size() + 1);
    switch (below(3)) {
      case 0: text.insert(at, 1, alphabet[below(alphabet.size())]); break;
      case 1: text.erase(at, 1 + below(3)); break;
      default:
        if (at != text.size()) text[at] = alphabet[below(alphabet.size())];
        break;
    }
  }
  return text;
}

TEST(ConninfoDifferential, AgreesOnDamagedTexts) {
  constexpr int rounds = 50'000;
  std::mt19937 random(20240101);  // NOLINT(cert-msc32-c, cert-msc51-cpp): the same texts in every run
  int compared = 0;
  for (int i = 0; i != rounds && !HasFailure(); ++i) {
    const std::string_view seed = texts[static_cast<std::size_t>(i) % texts.size()];
    if (compare(damaged(std::string(seed), random))) ++compared;
  }
  EXPECT_GT(compared, rounds * 9 / 10);
}

// Writes connection strings as people and programs do, and some as nobody should.
class writer {
 public:
  explicit writer(std::uint32_t seed) : random_(seed) {}

  std::string text() { return below(2) == 0 ? keyword_value() : uri(); }

 private:
  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_); }
  template <std::size_t N>
  std::string_view any(const std::array<std::string_view, N>& choices) {
    return choices[below(N)];
  }
  std::string_view keyword() {
    static constexpr std::array<std::string_view, 46> keywords = {"host",
                                                                  "host",
                                                                  "hostaddr",
                                                                  "port",
                                                                  "port",
                                                                  "dbname",
                                                                  "user",
                                                                  "password",
                                                                  "passfile",
                                                                  "options",
                                                                  "application_name",
                                                                  "fallback_application_name",
                                                                  "client_encoding",
                                                                  "connect_timeout",
                                                                  "keepalives",
                                                                  "keepalives_idle",
                                                                  "keepalives_interval",
                                                                  "keepalives_count",
                                                                  "tcp_user_timeout",
                                                                  "replication",
                                                                  "sslmode",
                                                                  "sslcompression",
                                                                  "sslcert",
                                                                  "sslkey",
                                                                  "sslpassword",
                                                                  "sslrootcert",
                                                                  "sslcrl",
                                                                  "sslcrldir",
                                                                  "sslsni",
                                                                  "ssl_min_protocol_version",
                                                                  "ssl_max_protocol_version",
                                                                  "requirepeer",
                                                                  "channel_binding",
                                                                  "service",
                                                                  "target_session_attrs",
                                                                  "gssencmode",
                                                                  "krbsrvname",
                                                                  "require_auth",
                                                                  "sslnegotiation",
                                                                  "scram_client_key",
                                                                  "servicefile",
                                                                  "requiressl",
                                                                  "tty",
                                                                  "bogus",
                                                                  "HOST",
                                                                  ""};
    return any(keywords);
  }
  std::string value() {
    static constexpr std::array<std::string_view, 24> plain = {
        "",    "a",     "b,c",  ",",        "a,,b",    "localhost", "/tmp",   "@x",
        "::1", "[::1]", "5432", "1,2",      " 5 ",     "it's",      "\\",     "a\\'b",
        "x=y", "a b",   "%20",  "\xc3\xa9", "disable", "require",   "prefer", "postgres://h/d"};
    std::string out(any(plain));
    if (below(4) == 0) out += any(plain);
    return out;
  }

  std::string space() {
    static constexpr std::array<std::string_view, 6> spaces = {"", "", " ", "  ", "\t", "\n"};
    return std::string(any(spaces));
  }
  std::string quoted(const std::string& plain) {
    std::string out = "'";
    for (const char c : plain) {
      if ((c == '\'' || c == '\\') && below(20) != 0) out += '\\';
      out += c;
    }
    if (below(30) != 0) out += '\'';
    return out;
  }
  std::string bare(const std::string& plain) {
    std::string out;
    for (const char c : plain) {
      if ((c == ' ' || c == '\\' || c == '\'') && below(4) != 0) out += '\\';
      out += c;
    }
    return out;
  }
  std::string keyword_value() {
    std::string out = space();
    for (std::size_t n = below(6); n != 0; --n) {
      out += keyword();
      out += space();
      if (below(40) != 0) out += '=';
      out += space();
      out += below(2) == 0 ? quoted(value()) : bare(value());
      out += below(20) == 0 ? "" : " ";
      out += space();
    }
    return out;
  }

  std::string encoded(const std::string& plain) {
    static constexpr std::array<std::string_view, 6> wrong = {"%", "%z", "%zz", "%4", "%00", "%0"};
    std::string out;
    for (const char c : plain) {
      const bool plain_enough = std::isalnum(static_cast<unsigned char>(c)) != 0;
      if (below(plain_enough ? 10 : 3) == 0) {
        std::array<char, 4> code{};
        std::snprintf(code.data(), code.size(), below(2) == 0 ? "%%%02x" : "%%%02X", static_cast<unsigned char>(c));
        out += code.data();
      } else {
        out += c;
      }
    }
    if (below(40) == 0) out += any(wrong);
    return out;
  }
  std::string uri() {
    static constexpr std::array<std::string_view, 6> hosts = {"h", "", "[::1]", "[fe80::1%25eth0]", "%2Ftmp", "[]"};
    static constexpr std::array<std::string_view, 6> ports = {":5432", ":", "", "", ":1", ":x"};
    std::string out = below(2) == 0 ? "postgresql://" : "postgres://";
    if (below(3) == 0) {
      out += encoded(value());
      if (below(2) == 0) out += ":" + encoded(value());
      out += '@';
    }
    for (std::size_t n = 1 + below(3); n != 0; --n) {
      out += any(hosts);
      out += any(ports);
      if (n != 1) out += ',';
    }
    if (below(2) == 0) out += "/" + encoded(value());
    if (below(2) == 0) out += '?';
    for (std::size_t n = below(4); n != 0; --n) {
      out += below(20) == 0 ? std::string("ssl") : encoded(std::string(keyword()));
      if (below(30) != 0) out += '=';
      out += below(20) == 0 ? std::string("true") : encoded(value());
      if (n != 1 || below(20) == 0) out += '&';
    }
    return out;
  }

  std::mt19937 random_;
};

TEST(ConninfoDifferential, AgreesOnWrittenTexts) {
  constexpr int rounds = 50'000;
  writer from(20260101);
  int compared = 0;
  int accepted = 0;
  for (int i = 0; i != rounds && !HasFailure(); ++i) {
    const std::string text = from.text();
    if (!compare(text)) continue;
    ++compared;
    if (read_by_pgpipe(text).parameters) ++accepted;
  }
  EXPECT_GT(compared, rounds / 2);
  EXPECT_GT(accepted, rounds / 10);
}

TEST(ConninfoDifferential, KnowsAllThatLibpqKnows) {
  const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> options(PQconndefaults(), PQconninfoFree);
  for (const PQconninfoOption* each = options.get(); each->keyword != nullptr; ++each) {
    const reading read = read_by_pgpipe(std::string(each->keyword) + "=x");
    EXPECT_TRUE(read.parameters || read.error.find("is not supported") != std::string::npos) << shown(read);
    EXPECT_EQ(std::count(newer.begin(), newer.end(), each->keyword), 0) << "a newer libpq: " << each->keyword;
  }
}

}  // namespace
}  // namespace pgpipe
