#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include <gtest/gtest.h>
#include <libpq-fe.h>
#include <unistd.h>

#include <pgpipe/client/surroundings.hpp>

// Service files and environment variables as libpq and as pgpipe see them.
namespace pgpipe {
namespace {

using values = std::map<std::string, std::string>;
using options_ptr = std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)>;

values values_of(const options_ptr& options) {
  values found;
  for (const PQconninfoOption* each = options.get(); each->keyword != nullptr; ++each) {
    if (each->val != nullptr) found.emplace(each->keyword, each->val);
  }
  return found;
}

// A folder with service files, and an environment that knows no other.
class service_differential : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("services-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    ::setenv("HOME", folder_.c_str(), 1);
    ::setenv("PGSYSCONFDIR", "/nonexistent", 1);
    ::setenv("PGSERVICEFILE", file().c_str(), 1);
    ::unsetenv("PGSERVICE");
    plain_ = values_of({PQconndefaults(), PQconninfoFree});
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string file() const { return folder_ / "services"; }

  // No value: it is refused. Values that do not come of the service or the text are left out.
  [[nodiscard]] std::optional<values> by_libpq(const std::string& text) const {
    // Fails at once, after all parameters have been read. What comes of the service shows in the connection.
    const std::unique_ptr<PGconn, decltype(&PQfinish)> connection(PQconnectStart((text + " host=/nonexistent").c_str()),
                                                                  PQfinish);
    const std::string message = PQerrorMessage(connection.get());
    for (const char* word : {"service file", "definition of service"}) {
      if (message.find(word) != std::string::npos) return std::nullopt;
    }
    ::setenv("PGSERVICE", "s", 1);
    values found = values_of({PQconndefaults(), PQconninfoFree});
    ::unsetenv("PGSERVICE");
    for (const auto& [keyword, value] : plain_) {
      if (found[keyword] == value) found.erase(keyword);
    }
    found.erase("service");
    return found;
  }
  [[nodiscard]] std::optional<values> by_pgpipe(const std::string& text, std::string& why) const {
    protocol::conninfo given = value_or_throw(protocol::conninfo::parse(text));
    const auto applied = apply_service_files(given);
    why = applied ? "accepted" : applied.error().text();
    if (!applied) return std::nullopt;
    values found(given.parameters().begin(), given.parameters().end());
    for (const auto& [keyword, value] : plain_) {
      if (found.contains(keyword) && found[keyword] == value) found.erase(keyword);
    }
    found.erase("service");
    return found;
  }

  std::filesystem::path folder_;
  values plain_;
};

std::string random_file(std::mt19937& random) {
  constexpr std::array<std::string_view, 30> lines = {"[s]",
                                                      "[s]",
                                                      "[s]",
                                                      "[t]",
                                                      "[s",
                                                      "[s ]",
                                                      " [s] ",
                                                      "[s]x",
                                                      "[]",
                                                      "host=a",
                                                      "host=b,c",
                                                      "port=7",
                                                      "  port=8  ",
                                                      "dbname=d e",
                                                      "user =x",
                                                      "user= x",
                                                      "password=p=q",
                                                      "# host=no",
                                                      "#",
                                                      "",
                                                      "  ",
                                                      "rubbish",
                                                      "service=t",
                                                      "bogus=1",
                                                      "HOST=x",
                                                      "connect_timeout=",
                                                      "sslmode=disable\r",
                                                      "options=-c a=b",
                                                      "application_name='x'",
                                                      "=x"};
  std::string text;
  const auto below = [&](std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
  };
  for (std::size_t n = 1 + below(8); n != 0; --n) {
    text += lines[below(below(3) == 0 ? lines.size() : 20)];
    if (n != 1 || below(2) == 0) text += below(8) == 0 ? "\r\n" : "\n";
  }
  return text;
}

TEST_F(service_differential, files_mean_the_same) {
  std::mt19937 random(20260102);  // NOLINT(cert-msc32-c, cert-msc51-cpp): the same files in every run
  int accepted = 0;
  for (int i = 0; i != 1000 && !HasFailure(); ++i) {
    const std::string text = random_file(random);
    std::ofstream(file()) << text;
    std::string why;
    const std::optional<values> actual = by_pgpipe("service=s", why);
    const std::optional<values> expected = by_libpq("service=s");
    EXPECT_EQ(expected, actual) << "of <" << text << ">: " << why;
    if (actual) ++accepted;
  }
  EXPECT_GT(accepted, 100);
}

// Each variable by itself: the parameter that libpq takes it for is the one that pgpipe takes it for.
TEST_F(service_differential, variables_mean_the_same) {
  const options_ptr options(PQconndefaults(), PQconninfoFree);
  int seen = 0;
  for (const PQconninfoOption* each = options.get(); each->keyword != nullptr; ++each) {
    if (each->envvar == nullptr || std::string_view(each->envvar) == "PGSERVICE") continue;
    // A value that no parameter accepts shows by whom it was taken; others show in the options.
    ::setenv(each->envvar, "1x", 1);
    const auto by_variable = options_from_conninfo("user=u");
    ::unsetenv(each->envvar);
    const auto given = protocol::conninfo::parse(std::string("user=u ") + each->keyword + "=1x");
    const auto by_keyword = given ? options_from_conninfo(*given) : fail(given.error());
    if (std::string_view(each->keyword) == "user") continue;
    ASSERT_EQ(by_variable.has_value(), by_keyword.has_value()) << each->keyword;
    ++seen;
    if (!by_variable) {
      EXPECT_NE(by_variable.error().text().find(by_keyword.error().text()), std::string::npos) << each->keyword;
      continue;
    }
    EXPECT_EQ(protocol::startup_parameters(*by_variable), protocol::startup_parameters(*by_keyword)) << each->keyword;
    EXPECT_EQ(by_variable->hosts[0].host, by_keyword->hosts[0].host);
    EXPECT_EQ(by_variable->hosts[0].hostaddr, by_keyword->hosts[0].hostaddr);
    EXPECT_EQ(by_variable->hosts[0].password, by_keyword->hosts[0].password);
    EXPECT_EQ(by_variable->sslcert + by_variable->sslkey + by_variable->sslrootcert + by_variable->sslcrl +
                  by_variable->sslcrldir + by_variable->requirepeer + by_variable->passfile,
              by_keyword->sslcert + by_keyword->sslkey + by_keyword->sslrootcert + by_keyword->sslcrl +
                  by_keyword->sslcrldir + by_keyword->requirepeer + by_keyword->passfile);
  }
  EXPECT_GT(seen, 20);
}

}  // namespace
}  // namespace pgpipe
