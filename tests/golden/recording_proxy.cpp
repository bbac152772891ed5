#include "recording_proxy.hpp"

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace {

// How often the relaying thread looks whether it should end.
constexpr int poll_milliseconds = 50;

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) throw std::runtime_error("socket path too long: " + path);
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

int new_socket() {
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) throw std::runtime_error("no socket");
  return fd;
}

}  // namespace

recording_proxy::recording_proxy(std::string server_socket) : server_socket_(std::move(server_socket)) {
  std::string name = (std::filesystem::temp_directory_path() / "pgpipe_traces_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  directory_ = name;
  path_ = directory_ + "/.s.PGSQL.5432";
  listener_ = new_socket();
  const sockaddr_un address = address_of(path_);
  if (bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 || listen(listener_, 1) != 0) {
    throw std::runtime_error("cannot listen at " + path_);
  }
  thread_ = std::thread([this] { run(); });
}

recording_proxy::~recording_proxy() {
  stopping_ = true;
  thread_.join();
  ::close(listener_);
  std::filesystem::remove_all(directory_);
}

recording_proxy::recording recording_proxy::recorded() const {
  const std::lock_guard lock(mutex_);
  return recorded_;
}

bool recording_proxy::relay(int from, int to, std::string& record) {
  std::array<char, 65536> buffer;
  const ssize_t n = recv(from, buffer.data(), buffer.size(), 0);
  if (n <= 0) return false;
  const std::string_view bytes(buffer.data(), static_cast<std::size_t>(n));
  {
    const std::lock_guard lock(mutex_);
    record.append(bytes);
  }
  return send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL) == n;
}

void recording_proxy::run() {
  pollfd waiting{listener_, POLLIN, 0};
  while (poll(&waiting, 1, poll_milliseconds) == 0) {
    if (stopping_) return;
  }
  const int client = accept(listener_, nullptr, nullptr);
  const int server = new_socket();
  const sockaddr_un address = address_of(server_socket_);
  bool open = connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  while (open && !stopping_) {
    std::array<pollfd, 2> both = {{{client, POLLIN, 0}, {server, POLLIN, 0}}};
    if (poll(both.data(), both.size(), poll_milliseconds) <= 0) continue;
    if (both[0].revents != 0) open = relay(client, server, recorded_.frontend);
    if (open && both[1].revents != 0) open = relay(server, client, recorded_.backend);
  }
  ::close(client);
  ::close(server);
}
