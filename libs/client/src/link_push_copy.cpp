#include <algorithm>
#include <utility>

#include <pgpipe/protocol/frontend.hpp>

#include "bind_writer.hpp"
#include "copy_from_stdin.hpp"
#include "link.hpp"

// What a link pushes for a COPY that stands in a group. Its data follows its Execute at once, without waiting for the
// server to ask: a server that refuses the COPY skips the data with the rest of the group. A Sync before CopyDone would
// be swallowed or counted, depending on whether the COPY still runs, so its caller lets none through.
namespace pgpipe::detail {
namespace {

// One CopyData: little enough to notice an error, or a result, between two.
constexpr std::size_t copy_piece_bytes = std::size_t{32} * 1024;

}  // namespace

result<statement_id> link::push_copy(std::string_view sql, result_kind kind) {
  if (auto allowed = require_mode(mode_ != pooler_mode::simple, "COPY in pipelines"); !allowed)
    return fail(std::move(allowed).error());
  output_buffer& out = session_->output();
  if (!protocol::parse(out, "", sql, {})) return fail(cannot_be_said());
  std::ignore = protocol::bind(out, "", "", {});
  std::ignore = protocol::execute(out);
  unsettled_ = mode_ != pooler_mode::session;
  return add(protocol::step_parse | protocol::step_bind | protocol::step_execute, kind);
}

result<statement_id> link::push_copy_in(std::string_view sql) {
  if (!is_copy_from_stdin(sql))
    return fail(error_category::usage, "the statement is not COPY ... FROM STDIN", retry_safety::safe);
  result<statement_id> id = push_copy(sql, result_kind::copy_in);
  if (id) open_copy_ = *id;
  return id;
}

result<statement_id> link::push_copy_out(std::string_view sql, std::function<void(std::span<const std::byte>)> take) {
  if (is_copy_from_stdin(sql))
    return fail(error_category::usage, "the statement is not COPY ... TO STDOUT", retry_safety::safe);
  result<statement_id> id = push_copy(sql, result_kind::copy_out);
  if (id) copy_takers_.push_back({*id, std::move(take)});
  return id;
}

result<void> link::write_copy_data(statement_id copy, std::span<const std::byte> data, std::size_t max_stored_bytes) {
  while (!data.empty()) {
    if (!open_) return fail(end_reason());
    statement_result* to = results_.find(copy);
    if (to == nullptr || !result_builder(*to).is_pending()) return {};
    if (simple_results_ != nullptr && session_->current_state() != protocol::state::query_copy_in) return {};
    if (auto relieved = relieve(max_stored_bytes); !relieved) return relieved;
    const std::span<const std::byte> piece = data.first(std::min(data.size(), copy_piece_bytes));
    std::ignore = protocol::copy_data(session_->output(), piece);
    session_->extend_last();
    data = data.subspan(piece.size());
  }
  return {};
}

void link::append_copy_data(std::span<const std::byte> data) {
  while (!data.empty()) {
    const std::span<const std::byte> piece = data.first(std::min(data.size(), copy_piece_bytes));
    std::ignore = protocol::copy_data(session_->output(), piece);
    data = data.subspan(piece.size());
  }
  session_->extend_last();
}

void link::write_copy_done() {
  if (std::exchange(open_copy_, 0) == 0) return;  // a deadline has ended it
  protocol::copy_done(session_->output());
  session_->end_copy();
}

void link::write_copy_fail(std::string_view reason) {
  if (std::exchange(open_copy_, 0) == 0) return;
  if (!protocol::copy_fail(session_->output(), reason)) std::ignore = protocol::copy_fail(session_->output(), "");
  session_->end_copy();
}

}  // namespace pgpipe::detail
