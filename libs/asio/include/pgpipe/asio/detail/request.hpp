#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/recycling_allocator.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include <pgpipe/base/result.hpp>
#include <pgpipe/client/statement_result.hpp>

namespace pgpipe::asio_client::detail {

namespace asio = boost::asio;

class core;
class exec_ask;
class notification_ask;

// Somebody who waits: what to ask, and whom to tell. It is made by the call that starts an operation, and belongs to
// the connection's strand from then on; complete() or abandon() ends it.
class request {
 public:
  request(const request&) = delete;
  request& operator=(const request&) = delete;

  // Writes it. The id of its last result; 0 when there is nothing to wait for.
  virtual result<statement_id> push(core& to) = 0;
  // Of one that reads: whether what it reads has come.
  [[nodiscard]] virtual bool is_ready() const = 0;
  // Its results, in order.
  virtual void take(statement_result&& each) = 0;
  // Ends it: the handler gets what take() was told, or `failure`.
  virtual void complete(std::optional<error> failure) = 0;
  // Ends it without a word, as its executor is no more.
  virtual void abandon() noexcept = 0;

  std::uint64_t id = 0;
  std::uint64_t lease = 0;  // of whom it is; 0: of everybody
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
  bool may_repeat = false;      // to be asked again when the server has lost its statement
  bool asked = false;           // once before
  bool is_simple = false;       // a simple Query, of which there is one at a time
  bool listens = false;         // waits for what comes unasked
  bool reads = false;           // waits for a part of what was asked before
  std::uint64_t copy = 0;       // the COPY FROM STDIN that it is a part of; 0: none
  std::optional<error> spoilt;  // what the handler gets, whatever the server says

  request* next = nullptr;  // in the list of those that wait
  request* previous = nullptr;

 protected:
  request() = default;
  ~request() = default;
};

struct abandon_request {
  void operator()(request* dropped) const noexcept { dropped->abandon(); }
};
using request_ptr = std::unique_ptr<request, abandon_request>;

// From any thread.
void submit(const std::shared_ptr<core>& to, request_ptr what);
[[nodiscard]] std::uint64_t fresh_request_id();
[[nodiscard]] const asio::any_io_executor& executor_of(const core& of);
// The result gets memory of its own, so that it may go to another thread.
void detach(statement_result& of);

template <typename T>
void detach_value(T& value) {
  if constexpr (std::is_same_v<T, statement_result>) {
    detach(value);
  } else if constexpr (std::is_same_v<T, std::vector<statement_result>>) {
    for (statement_result& each : value) detach(each);
  }
}

// What stands in a cancellation slot. A request that is gone is not found, so nobody has to clear the slot.
struct cancel_handler {
  std::weak_ptr<core> where;
  std::uint64_t id;
  void operator()(asio::cancellation_type type) const;
};

// The request of one handler, in one piece of memory from the handler's allocator. `Ask` knows what is asked:
//   value_type; push(core&, request&); take(statement_result&&); result<value_type> finish()
template <typename Ask, typename Handler>
class pending final : public request {
  using value_type = typename Ask::value_type;
  using executor_type = asio::associated_executor_t<Handler, asio::any_io_executor>;
  using allocator_type = typename std::allocator_traits<
      asio::associated_allocator_t<Handler, asio::recycling_allocator<void>>>::template rebind_alloc<pending>;

 public:
  [[nodiscard]] static request_ptr make(const core& of, Ask&& ask, Handler&& handler) {
    allocator_type allocator = allocator_of(handler);
    pending* memory = std::allocator_traits<allocator_type>::allocate(allocator, 1);
    return request_ptr(::new (static_cast<void*>(memory)) pending(of, std::move(ask), std::move(handler)));
  }

  result<statement_id> push(core& to) override { return ask_.push(to, *this); }
  [[nodiscard]] bool is_ready() const override {
    if constexpr (requires { ask_.is_ready(); }) {
      return ask_.is_ready();
    } else {
      return true;
    }
  }
  void take(statement_result&& each) override { ask_.take(std::move(each)); }

  void complete(std::optional<error> failure) override {
    result<value_type> outcome = failure ? result<value_type>(tl::unexpect, *std::move(failure)) : ask_.finish();
    auto elsewhere = std::move(elsewhere_);
    Handler handler(std::move(handler_));
    destroy(handler);
    if (!elsewhere) return std::move(handler)(std::move(outcome));
    if constexpr (!std::is_void_v<value_type>) {
      if (outcome) detach_value(*outcome);
    }
    auto allocator = allocator_of(handler);
    asio::post(elsewhere->get_executor(),
               asio::bind_allocator(allocator, [handler = std::move(handler), outcome = std::move(outcome)]() mutable {
                 std::move(handler)(std::move(outcome));
               }));
  }

  void abandon() noexcept override {
    Handler handler(std::move(handler_));
    destroy(handler);
  }

 private:
  pending(const core& of, Ask&& ask, Handler&& handler) : ask_(std::move(ask)), handler_(std::move(handler)) {
    is_simple = std::is_same_v<Ask, exec_ask>;
    listens = std::is_same_v<Ask, notification_ask>;
    reads = requires { ask_.is_ready(); };
    if constexpr (requires { ask_.copy(); }) copy = ask_.copy();
    const executor_type executor = asio::get_associated_executor(handler_, executor_of(of));
    if (!is_own(executor, executor_of(of))) elsewhere_.emplace(executor);
  }
  ~pending() = default;

  static allocator_type allocator_of(const Handler& handler) {
    return allocator_type(asio::get_associated_allocator(handler, asio::recycling_allocator<void>()));
  }

  // Whether the handler's executor is the connection's: then it is called where its outcome becomes known.
  static bool is_own(const executor_type& executor, const asio::any_io_executor& own) {
    if constexpr (std::is_same_v<executor_type, asio::any_io_executor>) {
      return executor == own;
    } else if constexpr (std::is_convertible_v<executor_type, asio::any_io_executor>) {
      return asio::any_io_executor(executor) == own;
    } else {
      return false;
    }
  }

  void destroy(const Handler& handler) {
    allocator_type allocator = allocator_of(handler);
    this->~pending();
    std::allocator_traits<allocator_type>::deallocate(allocator, this, 1);
  }

  Ask ask_;
  Handler handler_;
  std::optional<asio::executor_work_guard<executor_type>> elsewhere_;
};

}  // namespace pgpipe::asio_client::detail
