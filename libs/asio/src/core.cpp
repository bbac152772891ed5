#include "core.hpp"

#include <atomic>
#include <boost/asio/post.hpp>
#include <utility>

#include "result_builder.hpp"

namespace pgpipe::asio_client::detail {

core::core(serial_executor executor, std::unique_ptr<pgpipe::detail::link> link, const connection_options& options)
    : executor_(std::move(executor)),
      link_(std::move(link)),
      options_(options),
      descriptor_(executor_.get(), link_->stream().fd()),
      timer_(executor_.get()),
      pause_(executor_.get(), boost::asio::steady_timer::time_point::max()),
      process_id_(link_->startup().process_id),
      cancel_token_(link_->cancel()) {
  link_->cache().set_capacity(options.statement_cache);
  link_->on_notification = [this](std::int32_t process_id, std::string_view channel, std::string_view payload) {
    if (notifications_.size() == options_.max_stored_notifications) {
      ++lost_notifications_;
    } else {
      notifications_.push_back({process_id, std::string(channel), std::string(payload)});
    }
  };
}

// The link closes the socket.
core::~core() {
  if (descriptor_.is_open()) descriptor_.release();
}

void core::start() { arm_read(); }

void core::submit(request_ptr what) {
  if (executor_.is_here()) return enqueue(what.release());
  executor_.post([self = shared_from_this(), what = std::move(what)]() mutable { self->enqueue(what.release()); });
}

void core::cancel(std::uint64_t id, bool even_if_sent) {
  // Behind a submission that is still on its way.
  asio::post(executor_.get(), [self = shared_from_this(), id, even_if_sent] { self->take_back(id, even_if_sent); });
}

void core::close() {
  open_.store(false, std::memory_order_release);
  asio::post(executor_.get(),
             [self = shared_from_this()] { self->end({error_category::closed, "the connection was closed"}); });
}

void core::release(std::uint64_t lease) {
  asio::post(executor_.get(), [self = shared_from_this(), lease] {
    if (self->holder_ != lease) return;
    self->released_ = true;
    self->end_lease();
    self->wake_writer();
  });
}

void core::set_notice_handler(std::function<void(const server_message&)> handler) {
  asio::post(executor_.get(), [self = shared_from_this(), handler = std::move(handler)]() mutable {
    self->on_notice_ = std::move(handler);
    self->link_->on_notice = [core = self.get()](const server_message& notice) { core->notices_.push_back(notice); };
  });
}

void core::set_free_handler(std::function<void()> handler) { on_free_ = std::move(handler); }

std::uint64_t core::grant() {
  released_ = false;
  lease_is_open_ = true;
  reset_tried_ = false;
  return holder_ = ++last_lease_;
}

core::completer::~completer() {
  if (ended.empty()) return;
  asio::post(self->executor_.get(), [self = self, rest = std::move(ended)]() mutable {
    completer again(*self);
    again.ended.append(rest);
    again.run();
  });
}

void core::completer::run() {
  while (!ended.empty()) {
    request* const one = ended.pop_front();
    one->complete(std::move(one->spoilt));
  }
}

// --- what the headers call ------------------------------------------------------------------------------------------

void submit(const std::shared_ptr<core>& to, request_ptr what) { to->submit(std::move(what)); }

std::uint64_t fresh_request_id() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

const asio::any_io_executor& executor_of(const core& of) { return of.executor(); }

void detach(statement_result& of) { pgpipe::detail::result_builder(of).detach(); }

void release_lease(const std::shared_ptr<core>& on, std::uint64_t id) { on->release(id); }

void cancel_handler::operator()(asio::cancellation_type type) const {
  const bool even_if_sent =
      (type & (asio::cancellation_type::terminal | asio::cancellation_type::partial)) != asio::cancellation_type::none;
  if (const std::shared_ptr<core> to = where.lock()) to->cancel(id, even_if_sent);
}

}  // namespace pgpipe::asio_client::detail
