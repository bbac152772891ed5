#include "connect.hpp"

#include <chrono>
#include <utility>

#include <pgpipe/net/address.hpp>
#include <pgpipe/net/deadline.hpp>
#include <pgpipe/net/dial.hpp>
#include <pgpipe/net/stream.hpp>
#include <pgpipe/protocol/connect.hpp>

#include "connect_driver.hpp"

namespace pgpipe::detail {
namespace {

// Does what the connecting machine asks for, waiting for each.
class blocking_driver {
 public:
  explicit blocking_driver(const protocol::connect_options& options) : driver_(options) {}

  result<std::unique_ptr<link>> run() {
    for (;;) {
      const protocol::connect_action action = machine().next_action();
      if (action == protocol::connect_action::done) return driver_.make_link();
      if (action == protocol::connect_action::failed) {
        driver_.leave();
        return fail(machine().failure());
      }
      if (action == protocol::connect_action::resolve) {
        resolve();
        continue;
      }
      until_ = driver_.until();
      if (until_ != net::no_deadline && std::chrono::steady_clock::now() >= until_) {
        machine().timed_out();
        continue;
      }
      if (action == protocol::connect_action::dial) dial();
      if (action == protocol::connect_action::start_tls) start_tls();
      if (action == protocol::connect_action::transfer) transfer();
    }
  }

  [[nodiscard]] bool reached_authentication() { return machine().reached_authentication(); }

 private:
  protocol::connect_machine& machine() { return driver_.machine(); }

  void resolve() {
    if (auto known = driver_.addresses_without_lookup()) return driver_.resolved(std::move(*known));
    const protocol::host_spec& target = machine().target();
    driver_.resolved(net::resolve(target.host, target.port));
  }

  void dial() {
    driver_.leave();
    driver_.dialled(net::dial(driver_.address(), driver_.how_to_dial(), until_));
  }

  void start_tls() {
    result<void> done = driver_.begin_tls();
    if (done) done = driver_.stream().handshake(until_);
    driver_.tls_ended(done);
  }

  void transfer() {
    while (!driver_.send_some()) {
      if (driver_.stream().wait(net::interest::both, until_).timed_out()) return machine().timed_out();
    }
    if (driver_.stream().wait(net::interest::readable, until_).timed_out()) return machine().timed_out();
    driver_.take_arrived();
  }

  connect_driver driver_;
  net::deadline until_ = net::no_deadline;
};

}  // namespace

result<std::unique_ptr<link>> connect(const protocol::connect_options& options, bool* reached_authentication) {
  blocking_driver driver(options);
  auto made = driver.run();
  if (reached_authentication != nullptr) *reached_authentication = driver.reached_authentication();
  return made;
}

}  // namespace pgpipe::detail
