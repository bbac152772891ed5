#pragma once

#include <cerrno>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <fcntl.h>
#include <libpq-fe.h>
#include <poll.h>
#include <sys/socket.h>

#include "contender.hpp"
#include "messages.hpp"

namespace pgpipe::perf {

// The limit of what any client can do: libpq connects, then only prebuilt bytes go out, and of what comes back nothing
// is looked at but the headers.
class bare_socket {
 public:
  // What came back, counted.
  struct answers {
    std::size_t completed = 0;  // CommandComplete
    std::size_t rows = 0;       // DataRow
    std::size_t ready = 0;      // ReadyForQuery
  };

  bare_socket(const std::string& conninfo, const char* prepare_as, const char* sql) {
    connection_ = PQconnectdb(conninfo.c_str());
    if (PQstatus(connection_) != CONNECTION_OK) give_up(PQerrorMessage(connection_));
    PGresult* prepared = PQprepare(connection_, prepare_as, sql, 0, nullptr);
    if (PQresultStatus(prepared) != PGRES_COMMAND_OK) give_up(PQerrorMessage(connection_));
    PQclear(prepared);
    fd_ = PQsocket(connection_);
    fcntl(fd_, F_SETFL, fcntl(fd_, F_GETFL) & ~O_NONBLOCK);
    input_.resize(std::size_t{64} * 1024);
  }
  ~bare_socket() { PQfinish(connection_); }
  bare_socket(const bare_socket&) = delete;
  bare_socket& operator=(const bare_socket&) = delete;

  // Sends `bytes` and reads until `groups` ReadyForQuery have come.
  answers exchange(std::span<const std::byte> bytes, std::size_t groups = 1) {
    send_all(bytes);
    answers seen;
    while (seen.ready != groups) receive_some(seen);
    return seen;
  }

 private:
  void send_all(std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
      const ssize_t n = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n <= 0) give_up("send failed");
      bytes = bytes.subspan(static_cast<std::size_t>(n));
    }
  }

  void receive_some(answers& seen) {
    const ssize_t n = recv(fd_, input_.data() + held_, input_.size() - held_, 0);
    if (n <= 0) give_up("recv failed");
    held_ += static_cast<std::size_t>(n);
    const std::size_t at = for_each_message({input_.data(), held_}, [&](char type) {
      seen.completed += static_cast<std::size_t>(type == 'C');
      seen.rows += static_cast<std::size_t>(type == 'D');
      seen.ready += static_cast<std::size_t>(type == 'Z');
    });
    std::copy(input_.begin() + static_cast<std::ptrdiff_t>(at), input_.begin() + static_cast<std::ptrdiff_t>(held_),
              input_.begin());
    held_ -= at;
  }

  PGconn* connection_ = nullptr;
  int fd_ = -1;
  std::vector<std::byte> input_;
  std::size_t held_ = 0;
};

}  // namespace pgpipe::perf
