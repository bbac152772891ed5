// The select-only transaction of many clients on one thread, as prebuilt bytes in a bare epoll loop: libpq connects,
// and of what comes back nothing is looked at but the headers.
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <libpq-fe.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include <pgpipe/base/chunk.hpp>
#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/protocol/frontend.hpp>

#include "contender.hpp"
#include "messages.hpp"

namespace {

using pgpipe::perf::for_each_message;
using pgpipe::perf::give_up;

// Seven digits, of which each transaction gets its own.
constexpr std::string_view any_account = "0000000";

std::vector<char> select_only_message() {
  pgpipe::chunk_pool pool;
  pgpipe::output_buffer out(pool);
  pgpipe::protocol::bind_writer bound(out, "", "s", 1);
  bound.value(any_account.data(), any_account.size());
  if (!bound.finish() || !pgpipe::protocol::describe(out, pgpipe::protocol::object_kind::portal, "") ||
      !pgpipe::protocol::execute(out)) {
    give_up("cannot encode");
  }
  pgpipe::protocol::sync(out);
  const std::span<const std::byte> bytes = out.pending();
  const auto* first = reinterpret_cast<const char*>(bytes.data());
  return {first, first + bytes.size()};
}

class account_numbers {
 public:
  explicit account_numbers(std::uint32_t accounts) : accounts_(accounts) {}

  void write_next(char* digits) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    auto number = static_cast<std::uint32_t>(((state_ >> 32) * accounts_) >> 32) + 1;
    for (std::size_t i = any_account.size(); i-- != 0; number /= 10) digits[i] = static_cast<char>('0' + number % 10);
  }

 private:
  std::uint64_t state_ = 1;
  std::uint64_t accounts_;
};

class bare_client {
 public:
  explicit bare_client(const std::string& conninfo) : connection_(PQconnectdb(conninfo.c_str())) {
    if (PQstatus(connection_) != CONNECTION_OK) give_up(PQerrorMessage(connection_));
    PGresult* prepared =
        PQprepare(connection_, "s", "SELECT abalance FROM pgbench_accounts WHERE aid = $1;", 0, nullptr);
    if (PQresultStatus(prepared) != PGRES_COMMAND_OK) give_up(PQerrorMessage(connection_));
    PQclear(prepared);
  }
  ~bare_client() { PQfinish(connection_); }
  bare_client(const bare_client&) = delete;
  bare_client& operator=(const bare_client&) = delete;

  [[nodiscard]] int fd() const { return PQsocket(connection_); }

  void ask(const std::vector<char>& message) const {
    if (send(fd(), message.data(), message.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(message.size())) {
      give_up("send failed");
    }
  }

  // True when the transaction's answer is complete.
  bool receive() {
    const ssize_t n = recv(fd(), input_.data() + held_, input_.size() - held_, MSG_DONTWAIT);
    if (n <= 0) {
      if (n < 0 && errno == EAGAIN) return false;
      give_up("recv failed");
    }
    held_ += static_cast<std::size_t>(n);
    bool ready = false;
    const std::size_t at = for_each_message(std::as_bytes(std::span(input_).first(held_)), [&](char type) {
      if (type == 'D') ++rows;
      if (type == 'Z') ready = true;
    });
    if (at != held_) std::memmove(input_.data(), input_.data() + at, held_ - at);
    held_ -= at;
    return ready;
  }

  std::uint64_t left = 0;  // transactions to begin
  std::uint64_t rows = 0;

 private:
  PGconn* connection_;
  std::array<char, 2048> input_;
  std::size_t held_ = 0;
};

std::uint32_t count_accounts(const std::string& conninfo) {
  PGconn* connection = PQconnectdb(conninfo.c_str());
  PGresult* counted = PQexec(connection, "select max(aid) from pgbench_accounts");
  if (PQresultStatus(counted) != PGRES_TUPLES_OK) give_up(PQerrorMessage(connection));
  const auto accounts = static_cast<std::uint32_t>(std::strtoul(PQgetvalue(counted, 0, 0), nullptr, 10));
  PQclear(counted);
  PQfinish(connection);
  return accounts;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: %s CONNINFO TRANSACTIONS_A_CLIENT CLIENTS\n", argv[0]);
    return 1;
  }
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc - 1, argv);
  const std::size_t count = std::strtoul(argv[3], nullptr, 10);
  const int loop = epoll_create1(EPOLL_CLOEXEC);
  std::vector<std::unique_ptr<bare_client>> clients;
  for (std::size_t i = 0; i != count; ++i) {
    clients.push_back(std::make_unique<bare_client>(task.conninfo));
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.ptr = clients.back().get();
    if (epoll_ctl(loop, EPOLL_CTL_ADD, clients.back()->fd(), &event) != 0) give_up("epoll_ctl failed");
  }
  account_numbers accounts(count_accounts(task.conninfo));
  std::vector<char> message = select_only_message();
  char* const digits = message.data() + std::string_view(message.data(), message.size()).find(any_account);
  const auto ask = [&](bare_client& client) {
    accounts.write_next(digits);
    --client.left;
    client.ask(message);
  };

  pgpipe::perf::stopwatch watch;
  watch.begin();
  for (const auto& client : clients) {
    client->left = task.rounds;
    ask(*client);
  }
  std::array<epoll_event, 256> ready;
  for (std::size_t busy = count; busy != 0;) {
    const int events = epoll_wait(loop, ready.data(), static_cast<int>(ready.size()), -1);
    for (int i = 0; i < events; ++i) {
      bare_client& client = *static_cast<bare_client*>(ready[static_cast<std::size_t>(i)].data.ptr);
      if (!client.receive()) continue;
      if (client.left == 0) {
        --busy;
      } else {
        ask(client);
      }
    }
  }
  watch.report(task.rounds * count);
  for (const auto& client : clients) {
    if (client->rows != task.rounds) give_up("wrong answer");
  }
}
