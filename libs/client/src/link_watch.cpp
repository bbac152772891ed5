#include "link_watch.hpp"

#include <array>
#include <ctime>
#include <utility>

#include <pgpipe/protocol/command_complete.hpp>
#include <pgpipe/protocol/error_response.hpp>

namespace pgpipe::detail {
namespace {

// As PQtrace writes it: local time with microseconds.
std::string time_stamp() {
  using namespace std::chrono;
  const auto now = system_clock::now();
  const std::time_t seconds = system_clock::to_time_t(now);
  const auto fraction = duration_cast<microseconds>(now.time_since_epoch()).count() % 1'000'000;
  std::tm parts{};
  localtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts);
  const std::string digits = std::to_string(1'000'000 + fraction);
  return std::string(text.data(), size) + "." + digits.substr(1);
}

}  // namespace

void link_watch::set_trace(std::function<void(std::string_view)> sink, unsigned flags) {
  sink_ = std::move(sink);
  trace_flags_ = flags;
  tracer_.reset();
  if (sink_) tracer_.emplace(lines_, flags, time_stamp);
}

void link_watch::restart() {
  set_trace(std::move(sink_), trace_flags_);
  batches_.clear();
  last_pushed_ = 0;
  current_ = {};
  first_error_.reset();
  in_call_ = false;
}

void link_watch::sent(std::span<const std::byte> bytes) {
  counts_.sent += bytes.size();
  if (!tracer_) return;
  tracer_->frontend(bytes);
  pour();
}

void link_watch::received(std::span<const std::byte> bytes) {
  counts_.received += bytes.size();
  if (!tracer_) return;
  tracer_->backend(bytes);
  pour();
}

void link_watch::pour() {
  if (!lines_.empty()) sink_(lines_);
  lines_.clear();
}

void link_watch::fill(observation& what, clock::time_point begun, const counts& before) const {
  what.begun = begun;
  what.duration = clock::now() - begun;
  what.waited = counts_.waited - before.waited;
  what.bytes_sent = counts_.sent - before.sent;
  what.bytes_received = counts_.received - before.received;
}

void link_watch::begin(std::string_view text) {
  if (!to_) return;
  in_call_ = true;
  text_ = text;
  before_ = counts_;
  begun_ = clock::now();
}

void link_watch::end(watched_call kind, std::string_view statement, std::uint64_t rows, const error* failure) {
  if (!std::exchange(in_call_, false) || !to_) return;
  const counts before = std::exchange(before_, counts_);
  const auto told = [&](auto what) {
    fill(what, begun_, before);
    what.text = text_;
    what.failure = failure;
    return what;
  };
  if (kind == watched_call::prepare) return to_->on_prepare(told(prepare_observation()));
  if (kind == watched_call::copy) {
    copy_observation what = told(copy_observation());
    what.rows = rows;
    return to_->on_copy(what);
  }
  query_observation what = told(query_observation());
  what.statement = statement;
  what.rows = rows;
  to_->on_query(what);
}

void link_watch::batch(statement_id last) {
  if (!to_ || in_call_ || last <= last_pushed_) return;
  last_pushed_ = last;
  batches_.push_back({last, clock::now(), counts_.waited});
}

void link_watch::answered(const statement_result& to, const protocol::event& event, bool by_simple_query) {
  using protocol::event_kind;
  if (!to_ || in_call_) return;
  const bool is_end = event.kind == event_kind::ready_for_query;
  // Rows are taken in runs, without an event each.
  if (protocol::command_complete complete;
      event.kind == event_kind::command_complete && protocol::decode(event.body, complete))
    current_.rows += complete.rows().value_or(0);
  // That of a lone statement, which is no batch's, leaves the statement's own Sync to be answered.
  const bool is_error =
      event.kind == event_kind::error_response && (to.is_group() || (event.finished && !by_simple_query));
  if (is_error) {
    // An error that belongs to its group's end fails no statement.
    if (by_simple_query || !to.is_group()) ++current_.failed;
    if (server_message message; !first_error_ && protocol::decode(event.body, message))
      first_error_.emplace(std::move(message), retry_safety::safe);
  }
  if (is_end && to.is_group()) ++current_.groups;
  if (is_end ? by_simple_query && to.is_group() : event.finished && !to.is_group()) ++current_.statements;
  if (!is_end || batches_.empty() || batches_.front().last > event.tag) return;
  const pushed_batch done = batches_.front();
  batches_.pop_front();
  tell_batch(done);
}

void link_watch::tell_batch(const pushed_batch& of) {
  counts before = before_;
  before.waited = of.waited;
  fill(current_, of.begun, before);
  current_.failure = first_error_ ? &*first_error_ : nullptr;
  before_ = counts_;
  to_->on_batch(current_);
  current_ = {};
  first_error_.reset();
}

void link_watch::failed(const error& why) {
  if (!to_ || in_call_ || batches_.empty()) return;
  if (!first_error_) first_error_ = why;
  const pushed_batch of = batches_.front();
  batches_.clear();
  tell_batch(of);
}

}  // namespace pgpipe::detail
