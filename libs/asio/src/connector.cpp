#include "connector.hpp"

#include <boost/asio/append.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "core.hpp"

namespace pgpipe::asio_client::detail {
namespace {

// How long a full backlog of a Unix-domain server is left alone: it announces no readiness that could be waited for.
constexpr std::chrono::milliseconds backlog_pause{5};

}  // namespace

connector::connector(serial_executor executor, const protocol::connect_options& where,
                     const connection_options& options, open_handler handler)
    : executor_(std::move(executor)),
      options_(options),
      handler_(std::move(handler)),
      driver_(where),
      resolver_(executor_.get()),
      descriptor_(executor_.get()),
      clock_(executor_.get()),
      moment_(executor_.get()) {}

connector::~connector() { leave(); }

void connector::start() {
  auto slot = asio::get_associated_cancellation_slot(handler_);
  if (slot.is_connected()) {
    slot.assign([weak = weak_from_this(), executor = executor_.get()](asio::cancellation_type) {
      asio::post(executor, [weak] {
        if (const auto self = weak.lock()) self->cancel();
      });
    });
  }
  asio::post(executor_.get(), [self = shared_from_this()] { self->step(); });
}

void connector::cancel() {
  cancelled_ = true;
  resolver_.cancel();
  moment_.cancel();
  if (descriptor_.is_open()) descriptor_.cancel();
}

void connector::step() {
  if (done_) return;
  for (;;) {
    if (cancelled_) return finish(fail(error_category::cancelled, "connecting was cancelled", retry_safety::safe));
    const protocol::connect_action action = driver_.machine().next_action();
    if (action == protocol::connect_action::done) return finish(make_connection());
    if (action == protocol::connect_action::failed) {
      leave();
      return finish(fail(driver_.machine().failure()));
    }
    if (take_action(action) == then::wait) return;
  }
}

connector::then connector::take_action(protocol::connect_action action) {
  if (action == protocol::connect_action::resolve) return resolve();
  const net::deadline until = driver_.until();
  if (until != net::no_deadline && std::chrono::steady_clock::now() >= until) {
    dialling_.reset();
    handshaking_ = false;
    driver_.machine().timed_out();
    return then::go_on;
  }
  watch_the_clock();
  switch (action) {
    case protocol::connect_action::dial: return dialling_ ? finish_dial() : dial();
    case protocol::connect_action::start_tls: return start_tls();
    default: return transfer();
  }
}

// Ends whatever wait there is when the time has passed; the step behind it finds out.
void connector::watch_the_clock() {
  if (watched_ == driver_.until()) return;
  watched_ = driver_.until();
  clock_.cancel();
  if (watched_ == net::no_deadline) return;
  clock_.expires_at(watched_);
  clock_.async_wait([weak = weak_from_this()](const boost::system::error_code& failed) {
    const auto self = weak.lock();
    if (failed || !self) return;
    self->moment_.cancel();
    if (self->descriptor_.is_open()) self->descriptor_.cancel();
  });
}

connector::then connector::resolve() {
  if (auto known = driver_.addresses_without_lookup()) {
    driver_.resolved(std::move(*known));
    return then::go_on;
  }
  const protocol::host_spec& target = driver_.machine().target();
  resolver_.async_resolve(
      target.host, std::to_string(target.port), asio::ip::resolver_base::numeric_service,
      [self = shared_from_this()](const boost::system::error_code& failed,
                                  const asio::ip::tcp::resolver::results_type& found) {
        std::vector<net::socket_address> addresses;
        for (const auto& each : found) {
          const asio::ip::tcp::endpoint endpoint = each.endpoint();
          addresses.emplace_back(endpoint.data(), static_cast<socklen_t>(endpoint.size()));
        }
        if (failed) {
          self->driver_.resolved(fail(error_category::io,
                                      "could not translate host name \"" + self->driver_.machine().target().host +
                                          "\" to an address: " + failed.message(),
                                      retry_safety::safe));
        } else {
          self->driver_.resolved(std::move(addresses));
        }
        self->step();
      });
  return then::wait;
}

// Before the socket is closed: asio must have let go of it.
void connector::leave() {
  if (descriptor_.is_open()) descriptor_.release();
  driver_.leave();
}

connector::then connector::dial() {
  leave();
  handshaking_ = false;
  sent_ = false;
  auto started = net::start_dial(driver_.address(), driver_.how_to_dial());
  if (!started) {
    driver_.dialled(fail(std::move(started).error()));
    return then::go_on;
  }
  if (started->state == net::dial_state::backlog_full) {
    wait_a_moment();
    return then::wait;
  }
  descriptor_.assign(started->connection.fd());
  if (started->state == net::dial_state::connected) {
    driver_.dialled(std::move(started->connection));
    return then::go_on;
  }
  dialling_ = std::move(started->connection);
  return wait_until(true);
}

connector::then connector::finish_dial() {
  const result<void> finished = net::finish_dial(*dialling_);
  net::socket socket = *std::exchange(dialling_, std::nullopt);
  if (finished) {
    driver_.dialled(std::move(socket));
  } else {
    descriptor_.release();
    socket.close();
    driver_.dialled(fail(finished.error()));
  }
  return then::go_on;
}

void connector::wait_a_moment() {
  moment_.expires_after(backlog_pause);
  moment_.async_wait([self = shared_from_this()](const boost::system::error_code&) { self->step(); });
}

connector::then connector::start_tls() {
  result<void> begun;
  if (!std::exchange(handshaking_, true)) begun = driver_.begin_tls();
  result<net::interest> wanted = net::interest::none;
  if (begun) wanted = driver_.stream().try_handshake();
  if (begun && wanted && *wanted != net::interest::none) return wait_until(driver_.stream().has_unsent());
  handshaking_ = false;
  if (begun && !wanted) begun = fail(std::move(wanted).error());
  driver_.tls_ended(begun);
  return then::go_on;
}

connector::then connector::transfer() {
  if (!sent_) {
    if (!driver_.send_some()) return wait_until(true);
    if (driver_.stream().has_unsent()) {
      static_cast<void>(driver_.stream().flush());
      if (driver_.stream().has_unsent()) return wait_until(true);
    }
    sent_ = true;
    return wait_until(false);
  }
  sent_ = false;
  driver_.take_arrived();
  return then::go_on;
}

connector::then connector::wait_until(bool writable) {
  descriptor_.async_wait(
      writable ? asio::posix::stream_descriptor::wait_write : asio::posix::stream_descriptor::wait_read,
      [self = shared_from_this()](const boost::system::error_code&) { self->step(); });
  return then::wait;
}

connection connector::make_connection() {
  descriptor_.release();
  auto made = std::make_shared<core>(std::move(executor_), driver_.make_link(), options_);
  made->start();
  return connection(std::move(made));
}

void connector::finish(result<connection> outcome) {
  done_ = true;
  clock_.cancel();
  leave();
  auto executor = asio::get_associated_executor(handler_, descriptor_.get_executor());
  asio::dispatch(executor, asio::append(std::move(handler_), std::move(outcome)));
}

void start_open(const asio::any_io_executor& on, result<protocol::connect_options> where,
                const connection_options& options, open_handler handler) {
  if (!where) {
    auto told = [handler = std::move(handler), why = std::move(where).error(), on]() mutable {
      auto executor = asio::get_associated_executor(handler, on);
      asio::dispatch(executor, asio::append(std::move(handler), result<connection>(tl::unexpect, std::move(why))));
    };
    asio::post(on, std::move(told));
    return;
  }
  std::make_shared<connector>(serial_executor(on, options.one_thread), *where, options, std::move(handler))->start();
}

}  // namespace pgpipe::asio_client::detail
