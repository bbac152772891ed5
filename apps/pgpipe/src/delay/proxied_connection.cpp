#include "delay/proxied_connection.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include <pgpipe/net/dial.hpp>

namespace pgpipe::app::delay {
namespace {

// A Unix socket's queue of requests is emptied within microseconds; nothing tells when.
constexpr std::chrono::microseconds backlog_pause{500};
constexpr int most_pauses = 200;

std::optional<moment> earlier(std::optional<moment> a, std::optional<moment> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

}  // namespace

proxied_connection::proxied_connection(const link_settings& settings, net::epoll_loop& loop, net::socket client,
                                       std::uint64_t seed, moment begin)
    : loop_(&loop),
      client_(std::move(client)),
      client_end_{this, toward::client, client_.fd()},
      server_end_{this, toward::server},
      up_(settings, toward::server, seed),
      down_(settings, toward::client, seed + 1) {
  if (settings.cut_after_time) cut_at_ = begin + *settings.cut_after_time;
  up_.read_from(client_.fd());
  down_.open(client_.fd());
}

// The loop forgets descriptors that are closed.
proxied_connection::~proxied_connection() = default;

bool proxied_connection::dial(const net::socket_address& server) {
  for (int pauses = 0;; ++pauses) {
    auto started = net::start_dial(server);
    if (!started) return false;
    if (started->state != net::dial_state::backlog_full) {
      server_ = std::move(started->connection);
      dialling_ = started->state == net::dial_state::in_progress;
      break;
    }
    if (pauses == most_pauses) return false;
    std::this_thread::sleep_for(backlog_pause);
  }
  server_end_.fd = server_.fd();
  down_.read_from(server_.fd());
  if (!dialling_) up_.open(server_.fd());
  watch();
  return !over_;
}

void proxied_connection::on_dialled() {
  dialling_ = false;
  if (!net::finish_dial(server_)) {
    over_ = true;
    return;
  }
  up_.open(server_.fd());
}

void proxied_connection::on_ready(end& at, const net::ready_event& event, moment now) {
  if (over_) return;
  if (at.side == toward::server && dialling_) {
    if (event.is_writable()) on_dialled();
  } else if (event.is_readable()) {
    (at.side == toward::client ? up_ : down_).receive(now);
  }
  deliver(now);
}

void proxied_connection::deliver(moment now) {
  if (over_) return;
  const auto up = up_.deliver(now);
  const auto down = down_.deliver(now);
  over_ = (cut_at_ && *cut_at_ <= now) || up == direction::state::cut || down == direction::state::cut ||
          (up == direction::state::ended && down == direction::state::ended);
  if (!over_) watch();
}

std::optional<moment> proxied_connection::due() const { return earlier(cut_at_, earlier(up_.due(), down_.due())); }

void proxied_connection::watch() {
  const auto wanted = [](bool input, bool output) {
    return (input ? net::interest::readable : net::interest::none) |
           (output ? net::interest::writable : net::interest::none);
  };
  watch(client_end_, wanted(up_.wants_input(), down_.is_blocked()));
  watch(server_end_, wanted(!dialling_ && down_.wants_input(), dialling_ || up_.is_blocked()));
}

// A descriptor that is watched for nothing reports a hang-up all the same, again and again: it leaves the loop.
void proxied_connection::watch(end& at, net::interest wanted) {
  if (wanted == at.watched) return;
  const result<void> done = wanted == net::interest::none       ? loop_->remove(at.fd)
                            : at.watched == net::interest::none ? loop_->add(at.fd, wanted, &at)
                                                                : loop_->modify(at.fd, wanted, &at);
  at.watched = wanted;
  if (!done) over_ = true;
}

}  // namespace pgpipe::app::delay
