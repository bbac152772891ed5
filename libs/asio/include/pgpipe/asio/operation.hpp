#pragma once

#include <boost/asio/async_result.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include <pgpipe/asio/detail/request.hpp>
#include <pgpipe/base/result.hpp>

namespace pgpipe::asio_client {

// Something that a connection is to do, started once, by giving it a completion token: a coroutine of Boost.Asio awaits
// it as it is, everybody else calls it with a callback, use_future, deferred, or any other token. The handler's
// signature is void(result<value_type>): failures are values, as everywhere in pgpipe.
//
//   auto rows = co_await db.query("select $1::int", 7);
//   db.query("select 1")([](pgpipe::result<pgpipe::statement_result> rows) { ... });
//   auto future = db.query("select 1")(boost::asio::use_future);
//
// Nothing happens before it is started. Arguments were copied, or moved, into it.
template <typename Ask>
class [[nodiscard]] operation {
 public:
  using value_type = typename Ask::value_type;

  operation(std::shared_ptr<detail::core> on, std::uint64_t lease, Ask ask)
      : core_(std::move(on)), lease_(lease), ask_(std::move(ask)) {}

  // Gives up when so much time has passed since it was started; the error's category is then timeout. What was not
  // written by then never happens; of what was, nobody knows (error::safe_to_retry()).
  [[nodiscard]] operation within(std::chrono::nanoseconds time) && {
    within_ = time;
    return std::move(*this);
  }

  template <boost::asio::completion_token_for<void(result<value_type>)> Token>
  auto operator()(Token&& token) {
    return boost::asio::async_initiate<Token, void(result<value_type>)>(start{std::move(*this)}, token);
  }

 private:
  struct start {
    operation what;
    template <typename Handler>
    void operator()(Handler&& handler) {
      using handler_type = std::decay_t<Handler>;
      const std::shared_ptr<detail::core> core = std::move(what.core_);
      const std::uint64_t id = detail::fresh_request_id();
      auto slot = boost::asio::get_associated_cancellation_slot(handler);
      if (slot.is_connected()) slot.assign(detail::cancel_handler{core, id});
      detail::request_ptr made = detail::pending<Ask, handler_type>::make(*core, std::move(what.ask_),
                                                                          handler_type(std::forward<Handler>(handler)));
      made->id = id;
      made->lease = what.lease_;
      if (what.within_ != what.within_.zero()) made->until = std::chrono::steady_clock::now() + what.within_;
      detail::submit(core, std::move(made));
    }
  };

  std::shared_ptr<detail::core> core_;
  std::uint64_t lease_;
  Ask ask_;
  std::chrono::nanoseconds within_{0};
};

}  // namespace pgpipe::asio_client
