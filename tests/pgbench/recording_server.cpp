#include "recording_server.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace pgpipe::test {
namespace {

using namespace std::string_literals;

std::uint32_t read_length(std::string_view bytes) {
  std::uint32_t length = 0;
  for (std::size_t i = 0; i != 4; ++i) length = length << 8 | static_cast<unsigned char>(bytes[i]);
  return length;
}

std::string message(char type, std::string_view body) {
  const auto length = static_cast<std::uint32_t>(body.size() + 4);
  std::string whole{type};
  for (const unsigned shift : {24U, 16U, 8U, 0U}) whole += static_cast<char>(length >> shift & 0xFF);
  return whole.append(body);
}

const std::string ready = message('Z', "I");

std::string greeting() {
  return message('R', "\0\0\0\0"s) + message('S', "server_version\0"s + "15.20\0"s) +
         message('S', "client_encoding\0UTF8\0"s) + message('S', "standard_conforming_strings\0on\0"s) +
         message('K', "\0\0\0\1\0\0\0\2"s) + ready;
}

// One client's connection: bytes in, answers out.
class conversation {
 public:
  // The answers to what is whole of the input; the statements in it are added to `statements`.
  std::string answer(std::string_view bytes, std::vector<std::string>& statements) {
    input_ += bytes;
    std::string out;
    while (take_message(out, statements)) {
    }
    return out;
  }

 private:
  bool take_message(std::string& out, std::vector<std::string>& statements) {
    const std::size_t head = started_ ? 1 : 0;  // what begins a connection has no type
    if (input_.size() < head + 4) return false;
    const std::size_t size = head + read_length(std::string_view(input_).substr(head));
    if (input_.size() < size) return false;
    const std::string body = input_.substr(head + 4, size - head - 4);
    const char type = started_ ? input_.front() : '\0';
    input_.erase(0, size);
    if (!started_) {
      started_ = true;
      out += greeting();
      return true;
    }
    switch (type) {
      case 'Q':
        statements.push_back(body.substr(0, body.find('\0')));
        out += message('C', "SELECT 0\0"s) + ready;
        break;
      case 'P': {
        const std::size_t name_end = body.find('\0');
        statements.push_back(body.substr(name_end + 1, body.find('\0', name_end + 1) - name_end - 1));
        out += message('1', "");
        break;
      }
      case 'B': out += message('2', ""); break;
      case 'D': out += message('n', ""); break;
      case 'E': out += message('C', "SELECT 0\0"s); break;
      case 'S': out += ready; break;
      default: break;
    }
    return true;
  }

  std::string input_;
  bool started_ = false;
};

}  // namespace

struct recording_server::state {
  std::filesystem::path folder;
  int listener = -1;
  int wake[2] = {-1, -1};
  std::map<int, conversation> conversations;
  std::vector<std::string> statements;
  std::mutex mutex;  // of statements
  std::thread thread;

  void listen() {
    char name[] = "/tmp/pgpipe_recorder_XXXXXX";
    if (::mkdtemp(name) == nullptr || ::pipe(wake) != 0) throw std::runtime_error("no folder or pipe");
    folder = name;
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, (folder / ".s.PGSQL.5432").c_str(), sizeof address.sun_path - 1);
    listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listener, 1024) != 0) {
      throw std::runtime_error("cannot listen");
    }
  }

  void serve() {
    for (;;) {
      std::vector<pollfd> watched = {{wake[0], POLLIN, 0}, {listener, POLLIN, 0}};
      for (const auto& each : conversations) watched.push_back({each.first, POLLIN, 0});
      if (::poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
      if (watched[0].revents != 0) return;
      if (watched[1].revents != 0) {
        const int accepted = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (accepted >= 0) conversations[accepted];
      }
      for (std::size_t i = 2; i != watched.size(); ++i) {
        if (watched[i].revents != 0) talk(watched[i].fd);
      }
    }
  }

  void talk(int fd) {
    char bytes[65536];
    const ssize_t size = ::recv(fd, bytes, sizeof bytes, 0);
    if (size <= 0) {
      ::close(fd);
      conversations.erase(fd);
      return;
    }
    std::string out;
    {
      const std::lock_guard lock(mutex);
      out = conversations[fd].answer({bytes, static_cast<std::size_t>(size)}, statements);
    }
    for (std::size_t sent = 0; sent < out.size();) {
      const ssize_t now = ::send(fd, out.data() + sent, out.size() - sent, MSG_NOSIGNAL);
      if (now < 0) return;
      sent += static_cast<std::size_t>(now);
    }
  }
};

recording_server::recording_server() : state_(std::make_unique<state>()) {
  state_->listen();
  state_->thread = std::thread([this] { state_->serve(); });
}

recording_server::~recording_server() {
  const char byte = 0;
  if (::write(state_->wake[1], &byte, 1) == 1) state_->thread.join();
  for (const auto& each : state_->conversations) ::close(each.first);
  for (const int fd : {state_->listener, state_->wake[0], state_->wake[1]}) ::close(fd);
  std::filesystem::remove_all(state_->folder);
}

std::vector<std::string> recording_server::environment() const {
  return {"PGHOST=" + state_->folder.native(),
          "PGPORT=5432",
          "PGUSER=u",
          "PGDATABASE=d",
          "PGSSLMODE=disable",
          "PGGSSENCMODE=disable"};
}

std::vector<std::string> recording_server::take_statements() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->statements, {});
}

}  // namespace pgpipe::test
