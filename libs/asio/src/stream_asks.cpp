#include <memory>
#include <string>
#include <utility>

#include <pgpipe/asio/copying.hpp>
#include <pgpipe/asio/row_stream.hpp>

#include "copy_from_stdin.hpp"
#include "core.hpp"
#include "incoming.hpp"

// What is asked in parts.
namespace pgpipe::asio_client::detail {
namespace {

using pgpipe::detail::result_kind;

// Behind a statement that was pushed: its group's end, and who gets what comes before.
result<incoming_handle> expect_from(core& to, const result<statement_id>& pushed) {
  if (!pushed) return fail(pushed.error());
  std::shared_ptr<incoming> what = to.expect();
  // A simple Query is a group of its own.
  what->last = to.on().session().group_open() ? to.on().push_sync().value() : to.on().results().next_id() - 1;
  return incoming_handle(to.shared_from_this(), std::move(what));
}

// What a part is in place of, when there is none.
std::optional<error> end_of(incoming& from) {
  if (from.abandoned) return error(error_category::usage, "the stream is gone", retry_safety::safe);
  if (std::exchange(from.told, true)) return error(error_category::usage, "the stream has ended", retry_safety::safe);
  return from.failure;
}

}  // namespace

void abandon_incoming(const std::shared_ptr<core>& on, std::shared_ptr<incoming> what) { on->abandon(std::move(what)); }

void abandon_copy(const std::shared_ptr<core>& on, statement_id copy) { on->abandon(copy); }

// --- rows -----------------------------------------------------------------------------------------------------------

result<incoming_handle> push_stream(core& to, std::string_view sql, parameters arguments) {
  if (pgpipe::detail::is_copy_from_stdin(sql))
    return fail(error_category::usage, "COPY FROM STDIN is for begin_copy_in()", retry_safety::safe);
  return expect_from(to, to.on().push_cached(sql, arguments, result_kind::streamed));
}

result<incoming_handle> push_stream(core& to, const prepared_statement& statement, parameters arguments) {
  return expect_from(to, to.on().push_execute(statement, arguments, result_kind::streamed));
}

statement_id last_of(const incoming_handle& of) { return of.what()->last; }

result<void> refusal_of(const incoming_handle& of) {
  if (of.what()->failure && !of.what()->has_some()) return fail(*of.what()->failure);
  return {};
}

bool part_ask::is_ready() const { return from_->is_ready(); }

result<statement_id> part_ask::push(core& to, request& by) {
  static_cast<void>(to);
  static_cast<void>(by);
  if (!from_->parts.empty()) {
    part_ = std::move(from_->parts.front());
    from_->parts.pop_front();
    from_->stored_bytes -= pgpipe::detail::result_builder(*part_).row_bytes();
  } else if (auto end = end_of(*from_)) {
    part_ = fail(*std::move(end));
  } else {
    part_ = std::move(from_->end);
  }
  return 0;
}

// --- COPY -----------------------------------------------------------------------------------------------------------

result<statement_id> begin_copy_out_ask::push(core& to, request& by) {
  static_cast<void>(by);
  const auto into = std::make_shared<std::weak_ptr<incoming>>();
  auto expected = expect_from(to, to.on().push_copy_out(sql_, [into](std::span<const std::byte> data) {
    const auto what = into->lock();
    if (!what || what->abandoned) return;
    what->data.append(reinterpret_cast<const char*>(data.data()), data.size());
    what->stored_bytes += data.size();
  }));
  if (!expected) return fail(std::move(expected).error());
  of_ = std::move(*expected);
  *into = of_.what();
  return last_of(of_);
}

result<incoming_copy> begin_copy_out_ask::finish() {
  if (auto allowed = refusal_of(of_); !allowed) return fail(std::move(allowed).error());
  return incoming_copy(std::move(of_));
}

bool piece_ask::is_ready() const { return from_->is_ready(); }

result<statement_id> piece_ask::push(core& to, request& by) {
  static_cast<void>(to);
  static_cast<void>(by);
  if (!from_->data.empty()) {
    piece_->data.swap(from_->data);
    from_->stored_bytes = 0;
  } else if (auto end = end_of(*from_)) {
    piece_ = fail(*std::move(end));
  } else {
    piece_->rows = from_->end.affected_rows();
  }
  return 0;
}

result<statement_id> begin_copy_in_ask::push(core& to, request& by) {
  auto pushed = to.on().push_copy_in(sql_);
  if (!pushed) return pushed;
  to.open_copy(*pushed, by.lease);
  of_ = copy_handle(to.shared_from_this(), *pushed);
  return 0;
}

result<statement_id> copy_write_ask::push(core& to, request& by) {
  static_cast<void>(by);
  if (to.copy_goes_on()) to.on().append_copy_data(std::as_bytes(std::span(data_)));
  return 0;
}

result<statement_id> copy_end_ask::push(core& to, request& by) {
  by.lease = to.copy_lease();
  if (reason_) {
    to.on().write_copy_fail(*reason_);
  } else {
    to.on().write_copy_done();
  }
  to.close_copy();
  return to.on().push_sync();
}

void copy_end_ask::take(statement_result&& each) {
  if (!each.is_group()) rows_ = each.affected_rows();
  if (each.failure() != nullptr && !failure_) failure_ = *each.failure();
}

result<std::uint64_t> copy_end_ask::finish() {
  // The server calls what CopyFail ends a cancelled query.
  if (failure_ && !(reason_ && failure_->sqlstate() == "57014")) return fail(*std::move(failure_));
  return rows_;
}

}  // namespace pgpipe::asio_client::detail
