#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <pgpipe/client/surroundings.hpp>

namespace pgpipe {
namespace {

using testing::HasSubstr;

// A home directory of the test's own, and an environment without PG variables.
class surroundings : public testing::Test {
 protected:
  void SetUp() override {
    home_ = std::filesystem::temp_directory_path() / ("pgpipe-home-" + std::to_string(::getpid()));
    std::filesystem::create_directories(home_);
    ::setenv("HOME", home_.c_str(), 1);
    for (const char* name :
         {"PGSERVICE", "PGSERVICEFILE", "PGSYSCONFDIR", "PGHOST", "PGPORT", "PGUSER", "PGPASSFILE"}) {
      ::unsetenv(name);
    }
    ::setenv("PGSYSCONFDIR", (home_ / "system").c_str(), 1);
  }
  void TearDown() override { std::filesystem::remove_all(home_); }

  std::string write(const std::string& name, const std::string& content, mode_t mode = 0600) {
    const std::filesystem::path path = home_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << content;
    ::chmod(path.c_str(), mode);
    return path;
  }
  static std::string host_of(const std::string& conninfo) {
    const auto options = options_from_conninfo(conninfo + " user=u");
    if (options) return options->hosts[0].host + ":" + std::to_string(options->hosts[0].port);
    EXPECT_EQ(options.error().category(), error_category::usage);
    return options.error().text();
  }
  static protocol::connect_options complete(const std::string& conninfo) {
    return value_or_throw(options_from_conninfo(conninfo));
  }

  std::filesystem::path home_;
};

TEST_F(surroundings, a_service_stands_between_the_conninfo_and_the_environment) {
  write(".pg_service.conf", "[s]\nhost=from_service\nport=1\n");
  ::setenv("PGHOST", "from_environment", 1);
  ::setenv("PGPORT", "2", 1);
  EXPECT_EQ(host_of(""), "from_environment:2");
  EXPECT_EQ(host_of("service=s"), "from_service:1");
  EXPECT_EQ(host_of("service=s host=given"), "given:1");
  EXPECT_EQ(complete("postgres://u@given/?service=s").hosts[0].host, "given");
  EXPECT_EQ(complete("postgres://u@given/?service=s").hosts[0].port, 1);
  ::setenv("PGSERVICE", "s", 1);
  EXPECT_EQ(host_of(""), "from_service:1");
  EXPECT_EQ(host_of("service=t"), "definition of service \"t\" not found");
}

TEST_F(surroundings, service_files_are_looked_for_where_libpq_does) {
  const std::string own = write("mine", "[s]\nhost=mine\n");
  write("system/pg_service.conf", "[s]\nhost=system\n[t]\nhost=system_t\n");
  EXPECT_EQ(host_of("service=s"), "system:5432");
  write(".pg_service.conf", "[s]\nhost=personal\n");
  EXPECT_EQ(host_of("service=s"), "personal:5432");
  EXPECT_EQ(host_of("service=t"), "system_t:5432");
  ::setenv("PGSERVICEFILE", own.c_str(), 1);
  EXPECT_EQ(host_of("service=s"), "mine:5432");
  EXPECT_EQ(host_of("service=t"), "system_t:5432");
  EXPECT_EQ(host_of("service=s servicefile=" + (home_ / ".pg_service.conf").string()), "personal:5432");
  ::setenv("PGSERVICEFILE", "/nonexistent", 1);
  EXPECT_EQ(host_of("service=s"), "service file \"/nonexistent\" cannot be read");
  EXPECT_EQ(host_of(""), "/var/run/postgresql:5432") << "no service is asked for";
}

TEST_F(surroundings, a_wrong_service_file_is_named_with_its_line) {
  const std::string own = write("mine", "[s]\nbogus=1\n");
  EXPECT_EQ(host_of("service=s servicefile=" + own),
            "service file \"" + own + "\": line 2: invalid connection option \"bogus\"");
}

TEST_F(surroundings, a_password_file_must_be_closed_to_others) {
  const std::string path = write(".pgpass", "*:*:*:u:secret\n");
  EXPECT_EQ(complete("user=u").hosts[0].password, "secret");
  EXPECT_EQ(complete("user=other").hosts[0].password, "");
  EXPECT_EQ(complete("user=u").passfile_ignored, "");
  for (const mode_t open : {0640U, 0604U, 0610U}) {
    ASSERT_EQ(::chmod(path.c_str(), open), 0);
    EXPECT_EQ(complete("user=u").hosts[0].password, "");
    EXPECT_THAT(complete("user=u").passfile_ignored, HasSubstr("\"" + path + "\" was ignored: it has group or world"));
  }
  EXPECT_THAT(complete("user=u passfile=" + home_.string()).passfile_ignored, HasSubstr("is not a plain file"));
  EXPECT_EQ(complete("user=u passfile=/nonexistent").passfile_ignored, "");
  const std::string other = write("other", "h:*:*:u:for h\n*:*:*:u:for others\n");
  const protocol::connect_options two = complete("user=u host=h,i passfile=" + other);
  EXPECT_EQ(two.hosts[0].password, "for h");
  EXPECT_EQ(two.hosts[1].password, "for others");
}

TEST_F(surroundings, without_a_home_directory_nothing_is_found_and_nothing_fails) {
  ::setenv("HOME", "/nonexistent", 1);
  EXPECT_EQ(complete("user=u").hosts[0].password, "");
  EXPECT_EQ(host_of("service=s"), "definition of service \"s\" not found");
  const std::string plain = write("plain", "");
  ::setenv("HOME", plain.c_str(), 1);
  EXPECT_EQ(complete("user=u").hosts[0].password, "");
}

TEST_F(surroundings, client_encoding_auto_is_the_locales) {
  ::setenv("LC_ALL", "C.UTF-8", 1);
  EXPECT_EQ(complete("user=u client_encoding=auto").client_encoding, "UTF8");
  ::setenv("LC_ALL", "C", 1);
  EXPECT_EQ(complete("user=u client_encoding=auto").client_encoding, "SQL_ASCII");
  ::unsetenv("LC_ALL");
}

TEST_F(surroundings, the_peer_of_a_socket_pair_is_this_process) {
  int pair[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  const auto peer = peer_user(pair[0]);
  EXPECT_EQ(peer ? *peer : peer.error().text(), process_environment().os_user);
  ::close(pair[0]);
  ::close(pair[1]);
  EXPECT_FALSE(peer_user(pair[0]));
}

TEST_F(surroundings, a_named_revocation_list_must_be_there) {
  const auto refusal = [&](const std::string& more) {
    const auto options = complete("user=u sslrootcert=system sslmode=verify-full " + more);
    const auto context = tls_context_for(options.sslmode, options);
    return context ? "made" : context.error().text();
  };
  EXPECT_EQ(refusal(""), "made");
  EXPECT_THAT(refusal("sslcrl=/nonexistent"), HasSubstr("revocation list file \"/nonexistent\""));
  EXPECT_THAT(refusal("sslcrldir=/nonexistent"), HasSubstr("directory \"/nonexistent\": does not exist"));
  EXPECT_EQ(refusal("sslcrldir=/tmp"), "made");
}

TEST_F(surroundings, seeds_differ) { EXPECT_NE(fresh_seed(), fresh_seed()); }

}  // namespace
}  // namespace pgpipe
