#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <pgpipe/client/connection.hpp>

#include "bench_process.hpp"
#include "embedded/private_cluster.hpp"

namespace pgpipe::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// A server that lets nobody but its superuser in without a password.
class password : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    app::cluster_options options;
    options.hba_lines = {"local all postgres trust", "local all all scram-sha-256"};
    options.settings = {{"password_encryption", "scram-sha-256"}};
    server_ = std::make_unique<app::private_cluster>(value_or_throw(app::private_cluster::start(options)));
    value_or_throw(value_or_throw(connection::open(server_->conninfo()))
                       .exec("create role careful login password 'secret'; grant all on schema public to careful"));
  }
  static void TearDownTestSuite() { server_.reset(); }

  // The arguments of a run with three clients, as the role that needs a password.
  static std::vector<std::string> run_arguments() {
    return {"-n",
            "-c",
            "3",
            "-j",
            "2",
            "-t",
            "4",
            "-C",
            "-f",
            script_file("select 1;\n"),
            "host=" + server_->socket_directory() + " port=" + std::to_string(server_->port()) +
                " user=careful dbname=postgres"};
  }

  // `pgpipe bench` with a terminal of its own, on which `typed` is typed when it asks: all that the terminal showed,
  // and the exit status behind it.
  static std::string on_a_terminal(const std::vector<std::string>& arguments, const std::string& typed) {
    std::vector<std::string> words{PGPIPE_EXECUTABLE, "bench"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& each : words) argv.push_back(each.data());
    argv.push_back(nullptr);
    int terminal = -1;
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) {
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    std::string shown;
    bool answered = false;
    for (char c = 0; ::read(terminal, &c, 1) == 1;) {  // an error when the child's side is closed
      shown += c;
      if (answered || !shown.ends_with("Password: ")) continue;
      answered = ::write(terminal, typed.data(), typed.size()) == static_cast<ssize_t>(typed.size());
    }
    ::close(terminal);
    int status = 0;
    ::waitpid(child, &status, 0);
    return shown + "status " + std::to_string(WEXITSTATUS(status));
  }

  static std::unique_ptr<app::private_cluster> server_;
};

std::unique_ptr<app::private_cluster> password::server_;

// Every client connects anew for each transaction: all of them have it.
TEST_F(password, is_asked_for_once_and_not_shown) {
  const std::string shown = on_a_terminal(run_arguments(), "secret\n");
  EXPECT_THAT(shown, HasSubstr("number of transactions actually processed: 12/12"));
  EXPECT_THAT(shown, HasSubstr("status 0"));
  EXPECT_THAT(shown, Not(HasSubstr("secret")));
  EXPECT_EQ(shown.find("Password: "), shown.rfind("Password: "));
}

TEST_F(password, is_asked_for_before_tables_are_made) {
  std::vector<std::string> arguments = run_arguments();
  const std::string conninfo = arguments.back();
  EXPECT_THAT(on_a_terminal({"-i", "-I", "d", conninfo}, "secret\n"), HasSubstr("status 0"));
}

TEST_F(password, that_is_wrong_or_empty_is_an_error) {
  EXPECT_THAT(on_a_terminal(run_arguments(), "wrong\n"),
              testing::AllOf(HasSubstr("password authentication failed"), HasSubstr("status 1")));
  EXPECT_THAT(on_a_terminal(run_arguments(), "\n"),
              testing::AllOf(HasSubstr("no password supplied"), HasSubstr("status 1")));
}

TEST_F(password, that_is_known_is_not_asked_for) {
  ::setenv("PGPASSWORD", "secret", 1);
  const std::string shown = on_a_terminal(run_arguments(), "");
  ::unsetenv("PGPASSWORD");
  EXPECT_THAT(shown, HasSubstr("status 0"));
  EXPECT_THAT(shown, Not(HasSubstr("Password")));
}

// In a script, where nobody sits before a terminal.
TEST_F(password, comes_from_the_standard_input_without_a_terminal) {
  const bench_outcome outcome = [&] {
    std::string command = "printf 'secret\\n' | setsid --wait '" PGPIPE_EXECUTABLE "' bench";
    for (const std::string& each : run_arguments()) command += " '" + each + "'";
    bench_outcome done;
    FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
    for (int c = 0; pipe != nullptr && (c = std::fgetc(pipe)) != EOF;) done.out += static_cast<char>(c);
    done.status = pipe == nullptr ? -1 : WEXITSTATUS(::pclose(pipe));
    return done;
  }();
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_EQ(outcome.processed(), 12);
  EXPECT_THAT(outcome.out, HasSubstr("Password: \n"));
}

}  // namespace
}  // namespace pgpipe::test
