#include <array>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>

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

// False where pgpipe refuses a parameter that libpq has and it has not: nothing to compare.
bool compare(const std::string& text) {
  const reading expected = read_by_libpq(text);
  const reading actual = read_by_pgpipe(text);
  if (actual.error.find("not supported yet") != std::string::npos) return false;
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

}  // namespace
}  // namespace pgpipe
