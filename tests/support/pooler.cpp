#include "support/pooler.hpp"

#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include <pgpipe/client/connection.hpp>

#include "embedded/child_process.hpp"

namespace pgpipe::test {
namespace {

// Of the socket's name only: PgBouncer listens to no address.
constexpr int port = 6432;

std::string settings(const app::private_cluster& server, const std::filesystem::path& folder, std::string_view mode,
                     int server_connections, const std::string& further) {
  std::ostringstream text;
  text << "[databases]\n"
       << "* = host=" << server.socket_directory() << " port=" << server.port() << "\n"
       << "[pgbouncer]\n"
       << "unix_socket_dir = " << folder.string() << "\n"
       << "listen_port = " << port << "\n"
       << "auth_type = trust\n"
       << "auth_file = " << (folder / "users").string() << "\n"
       << "pool_mode = " << mode << "\n"
       << "default_pool_size = " << server_connections << "\n"
       << "max_client_conn = 500\n"
       << "ignore_startup_parameters = extra_float_digits\n"
       << further;
  return text.str();
}

}  // namespace

pooler::pooler(const app::private_cluster& server, std::string_view mode, int server_connections,
               const pooler_program& program)
    : folder_(server.socket_directory()) {
  folder_ /= "pooler";
  std::filesystem::create_directory(folder_);
  std::ofstream(folder_ / "settings") << settings(server, folder_, mode, server_connections, program.settings);
  std::ofstream(folder_ / "users") << '"' << app::private_cluster::user() << "\" \"\"\n";
  const auto account = value_or_throw(app::server_account::find());
  if (account && ::chown(folder_.c_str(), account->uid, account->gid) != 0) {
    throw exception(error(error_category::io, "the pooler's folder cannot be given to " + account->name));
  }
  pid_ = app::start_child({.arguments = {program.executable, (folder_ / "settings").string()},
                           .directory = folder_,
                           .log = folder_ / "log",
                           .account = account,
                           .death_signal = SIGKILL});
  wait_until_it_answers();
}

pooler::~pooler() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  std::filesystem::remove_all(folder_);
}

std::string pooler::conninfo() const {
  return "host=" + folder_.string() + " port=" + std::to_string(port) +
         " user=" + std::string(app::private_cluster::user()) +
         " dbname=" + std::string(app::private_cluster::dbname());
}

void pooler::wait_until_it_answers() const {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  auto answered = connection::open(conninfo());
  while (!answered && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    answered = connection::open(conninfo());
  }
  if (answered) return;
  std::ifstream log(folder_ / "log");
  std::ostringstream said;
  said << log.rdbuf();
  throw exception(
      error(error_category::io, answered.error().text() + "; PgBouncer (package pgbouncer) said: " + said.str()));
}

}  // namespace pgpipe::test
