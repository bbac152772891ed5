#include "embedded/private_cluster.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <random>
#include <system_error>
#include <utility>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <pgpipe/net/socket.hpp>

#include "embedded/cluster_supervisor.hpp"
#include "embedded/running_clusters.hpp"
#include "embedded/server_binaries.hpp"

namespace pgpipe::app {
namespace {

// Without TCP the port is no more than a part of the socket's name: PostgreSQL's own, so that it need not be given.
constexpr std::uint16_t socket_port = 5432;

// Below the ports that Linux gives to outgoing connections, which might take a free one before the server does.
constexpr std::uint16_t first_port = 20000;
constexpr std::uint16_t last_port = 32000;

tl::unexpected<error> system_error(const char* doing) {
  return fail(error_category::io, std::string(doing) + ": " + std::generic_category().message(errno));
}

bool is_free(std::uint16_t port) {
  const net::socket probe(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return ::bind(probe.fd(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

result<std::uint16_t> pick_port() {
  std::random_device random;
  std::uniform_int_distribution<int> ports(first_port, last_port);
  for (int tries = 0; tries != 100; ++tries) {
    const auto port = static_cast<std::uint16_t>(ports(random));
    if (is_free(port)) return port;
  }
  return fail(error_category::io, "found no free TCP port for a private server");
}

// Forks the supervisor; the owner's end of its control socket stands in `control`.
result<pid_t> fork_supervisor(const supervisor_plan& plan, net::socket& control) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return system_error("could not make a socket");
  control = net::socket(ends[0]);
  const net::socket other(ends[1]);
  const pid_t child = ::fork();
  if (child == 0) {
    control.close();
    supervise(plan, other.fd());
  }
  if (child < 0) return system_error("could not start a process");
  return child;
}

}  // namespace

result<private_cluster> private_cluster::start(const cluster_options& options) {
  const auto binaries = find_server_binaries(binaries_search::from_environment());
  if (!binaries) return fail(binaries.error());
  const auto account = server_account::find();
  if (!account) return fail(account.error());
  const result<std::uint16_t> port = options.listen_tcp ? pick_port() : socket_port;
  if (!port) return fail(port.error());
  private_cluster cluster;
  cluster.binaries_ = *binaries;
  cluster.port_ = *port;
  if (auto launched = cluster.launch(*account, options); !launched) return fail(launched.error());
  if (auto ready = cluster.wait_until_ready(); !ready) return fail(ready.error());
  return cluster;
}

result<void> private_cluster::launch(const std::optional<server_account>& account, const cluster_options& options) {
  const ending_signals_held held;
  const auto folder = cluster_folder::make(account);
  if (!folder) return fail(folder.error());
  socket_directory_ = folder->path().native();
  net::socket control;
  const auto supervisor = fork_supervisor({binaries_, *folder, options, port_}, control);
  if (!supervisor) {
    folder->remove();
    return fail(supervisor.error());
  }
  slot_ = running_clusters::add(control.fd(), *supervisor);
  // Its supervisor cleans up when `control` is closed here.
  if (slot_ < 0) return fail(error_category::usage, "too many private servers at once");
  static_cast<void>(control.release());
  return {};
}

result<void> private_cluster::wait_until_ready() {
  std::string message(4096, '\0');
  ssize_t size = -1;
  do {
    size = ::recv(running_clusters::control_of(slot_), message.data(), message.size(), 0);
  } while (size < 0 && errno == EINTR);
  message.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  if (message.starts_with(ready_message)) {
    const char* number = message.data() + ready_message.size();
    std::from_chars(number, message.data() + message.size(), server_pid_);
    return {};
  }
  const std::string why = message.starts_with(failed_message) ? message.substr(failed_message.size())
                                                              : "its supervisor ended without a word";
  return fail(error_category::io, "could not start a private PostgreSQL server: " + why);
}

private_cluster::private_cluster(private_cluster&& other) noexcept
    : slot_(std::exchange(other.slot_, -1)),
      socket_directory_(std::move(other.socket_directory_)),
      binaries_(std::move(other.binaries_)),
      port_(other.port_),
      server_pid_(std::exchange(other.server_pid_, -1)) {}

private_cluster& private_cluster::operator=(private_cluster&& other) noexcept {
  if (this == &other) return *this;
  stop();
  slot_ = std::exchange(other.slot_, -1);
  socket_directory_ = std::move(other.socket_directory_);
  binaries_ = std::move(other.binaries_);
  port_ = other.port_;
  server_pid_ = std::exchange(other.server_pid_, -1);
  return *this;
}

void private_cluster::stop() {
  if (slot_ >= 0) running_clusters::stop(std::exchange(slot_, -1));
  server_pid_ = -1;
}

std::string private_cluster::conninfo() const {
  return "host=" + socket_directory_ + " port=" + std::to_string(port_) + " user=" + std::string(user()) +
         " dbname=" + std::string(dbname());
}

}  // namespace pgpipe::app
