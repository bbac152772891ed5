#include "link.hpp"

#include <array>
#include <limits>
#include <string>
#include <utility>

#include <pgpipe/protocol/frontend.hpp>

namespace pgpipe::detail {

link::link(std::unique_ptr<chunk_pool> pool, std::unique_ptr<protocol::session> session, net::stream stream,
           protocol::startup_result startup)
    : pool_(std::move(pool)), session_(std::move(session)), stream_(std::move(stream)), startup_(std::move(startup)) {}

link::~link() { close(); }

void link::close() {
  if (!open_) return;
  open_ = false;
  if (!output_broken_ && session_->output().pending_bytes() == 0) {
    protocol::terminate(session_->output());
    std::array<std::span<const std::byte>, 1> piece{session_->output().pending()};
    if (watch_) watch_->sent(piece[0]);
    std::ignore = stream_.try_send(piece);
  }
  stream_.close();
}

void link::end(error why) {
  session_->fail(std::move(why));
  while (take_event()) {
  }
  stream_.close();
}

void link::break_protocol(std::string_view text) { session_->fail(error(error_category::protocol, std::string(text))); }

error link::end_reason() const {
  if (session_->failure()) return *session_->failure();
  return {error_category::closed, "the connection is closed"};
}

error link::refusal() const {
  error why = end_reason();
  why.set_safety(retry_safety::safe);
  return why;
}

result<void> link::require_idle() {
  start_clock();
  if (!open_) return fail(refusal());
  if (!results_.empty()) {
    return fail(error_category::usage, "results are outstanding on this connection: of a pipeline or a row_stream",
                retry_safety::safe);
  }
  if (unsettled_) [[unlikely]]
    return settle(std::numeric_limits<std::size_t>::max());
  return {};
}

void link::pop_front() {
  forget_taker();
  stored_bytes_ -= result_builder(results_.front()).row_bytes();
  results_.pop();
}

result<statement_result> link::finish_lone(result<statement_id> pushed) {
  if (!pushed) return fail(std::move(pushed).error());
  wait_front();
  statement_result statement = take_front();
  if (statement.failure() != nullptr) return fail(*statement.failure());
  return statement;
}

statement_result link::take_front() {
  forget_taker();
  stored_bytes_ -= result_builder(results_.front()).row_bytes();
  statement_result taken = std::move(results_.front());
  results_.pop();
  if (taken.failure() != nullptr) result_builder(taken).drop_rows();
  return taken;
}

}  // namespace pgpipe::detail
