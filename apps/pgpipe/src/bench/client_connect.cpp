#include <utility>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <pgpipe/protocol/frontend.hpp>

#include "bench/client.hpp"
#include "bench/log.hpp"

namespace pgpipe::app::bench {
namespace {

// Undoes what every connection begins with. A Unix socket has no such thing.
void let_nagle_delay(int fd) {
  const int no = 0;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &no, sizeof no);
}

}  // namespace

void client::connect() {
  state_ = client_state::connecting;
  connect_begin_ = std::chrono::steady_clock::now();
  session_.reset();
  connector_.emplace(plan_->connection, thread_->connections, session_, stream_);
  continue_connecting(net::interest::none);
}

void client::continue_connecting(net::interest ready) {
  const connector::progress reached = connector_->advance(ready);
  // Every dial uses a descriptor of its own, and the system may hand out the same number again.
  unwatch();
  if (reached == connector::progress::connected) return on_connected();
  if (reached == connector::progress::failed) return on_not_connected(connector_->failure());
  if (connector_->wanted() != net::interest::none) watch(connector_->fd(), connector_->wanted());
  if (connector_->until() != net::no_deadline) wake_at(connector_->until());
}

void client::on_connected() {
  session_.started(connector_->outcome().status);
  connector_.reset();
  wakes_at_ = time_point::max();
  awaited_ = 0;
  in_pipeline_ = false;
  prepared_.clear();
  parsed_.clear();
  // TLS and single writes are not for a kernel that sends by itself.
  if (stream_.tls() == nullptr && !plan_->write_messages) ring_ = thread_->loop.ring();
  if (ring_ == nullptr) watch(stream_.fd(), net::interest::readable);
  if (plan_->write_messages) let_nagle_delay(stream_.fd());
  const time_point now = std::chrono::steady_clock::now();
  if (is_measured(connect_begin_)) thread_->statistics.connecting.add(now - connect_begin_);
  if (!thread_->measuring) {
    state_ = client_state::ready;
    --thread_->connecting;
    return;
  }
  start_script(now);
}

// Before the run begins, one failure ends all; only the first is told.
void client::on_not_connected(const error& why) {
  if (thread_->measuring) {
    log::error("{}", why.text());
    log::error("client {} aborted while establishing connection", id_);
  } else if (!std::exchange(thread_->connect_failed, true)) {
    log::error("{}", why.text());
    log::error("could not create connection for client {}", id_);
  }
  abort();
}

// Tells the server, so that it ends its side at once; what has not left by now never will.
void client::disconnect() {
  if (!stream_.is_open()) return;
  if (ring_ != nullptr) leave_ring();
  protocol::terminate(session_.output());
  flush();
  unwatch();
  stream_.close();
  session_.reset();
  output_blocked_ = false;
}

void client::watch(int fd, net::interest wanted) {
  const result<void> done =
      watched_fd_ == fd ? thread_->loop.modify(fd, wanted, this) : thread_->loop.add(fd, wanted, this);
  watched_fd_ = fd;
  if (!done && state_ != client_state::finished) abort_command(command_, done.error().text());
}

void client::unwatch() {
  if (watched_fd_ >= 0) (void)thread_->loop.remove(watched_fd_);
  watched_fd_ = -1;
}

}  // namespace pgpipe::app::bench
