#include <utility>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/pipeline.hpp>

#include "copy_from_stdin.hpp"
#include "link.hpp"

namespace pgpipe {

pipeline::pipeline(connection& over, pipeline_options options)
    : connection_(&over),
      options_(options),
      most_outstanding_(pushes_are_free() ? options.max_outstanding : 0),
      ends_each_(options.scope == group_scope::isolated && over.pooler_mode() != pooler_mode::simple) {}

// Whether nothing needs to be looked at before a push but how much is outstanding.
bool pipeline::pushes_are_free() const {
  const detail::link& link = connection_->link();
  return !link.is_unsettled() && (link.mode() != pooler_mode::simple || options_.scope == group_scope::isolated);
}

pipeline::~pipeline() {
  detail::link& link = connection_->link();
  abandon_open_copy();
  if (link.session().group_open()) std::ignore = link.push_sync();
  if (!link.results().empty()) link.end_batch();
  while (!link.results().empty()) link.drain_front();
}

error pipeline::too_much_outstanding() const {
  if (open_copy_ != 0)
    return {error_category::usage, "a COPY is open: finish() or abandon() it before more is pushed",
            retry_safety::safe};
  return {error_category::usage,
          std::to_string(connection_->link().results().size()) +
              " results are outstanding: take some before more is pushed",
          retry_safety::safe};
}

result<void> pipeline::before_push() {
  detail::link& link = connection_->link();
  if (!link.is_open()) return fail(link.refusal());
  if (open_copy_ != 0 || link.results().size() >= options_.max_outstanding) return fail(too_much_outstanding());
  if (auto allowed = link.require_mode(link.mode() != pooler_mode::simple || options_.scope == group_scope::isolated,
                                       "pipelines that are not isolated");
      !allowed) {
    return allowed;
  }
  if (auto settled = settle(); !settled) return settled;
  return link.relieve(options_.max_buffered_bytes);
}

// Behind the end of a COPY's group, in a pooler mode that asks for it, waits for its answer.
result<void> pipeline::settle() {
  detail::link& link = connection_->link();
  if (link.is_unsettled() && !link.session().group_open()) {
    if (auto settled = link.settle(options_.max_buffered_bytes); !settled) return settled;
  }
  if (pushes_are_free()) most_outstanding_ = options_.max_outstanding;
  return {};
}

// Nearly always nothing stands against a push, and no result<void> is made to say so.
template <typename Push>
[[gnu::always_inline]] inline result<statement_id> pipeline::push_when_ready(Push push) {
  detail::link& link = connection_->link();
  if (!link.is_open() || link.results().size() >= most_outstanding_ || link.has_much_to_send()) [[unlikely]] {
    if (auto ready = before_push(); !ready) return fail(std::move(ready).error());
  }
  result<statement_id> pushed = push(link);
  if (ends_each_ && pushed) std::ignore = link.push_sync();
  return pushed;
}

result<statement_id> pipeline::push_as(detail::result_kind kind, const prepared_statement& statement,
                                       parameters arguments) {
  return push_when_ready([&](detail::link& link) { return link.push_execute(statement, arguments, kind); });
}

result<statement_id> pipeline::push_as(detail::result_kind kind, std::string_view sql, parameters arguments) {
  // What stands behind it would end the connection.
  if (detail::is_copy_from_stdin(sql))
    return fail(error_category::usage, "COPY FROM STDIN is for begin_copy_in()", retry_safety::safe);
  return push_when_ready([&](detail::link& link) { return link.push_cached(sql, arguments, kind); });
}

result<statement_id> pipeline::push_bind_parameters(bound_portal& into, const prepared_statement& statement,
                                                    parameters arguments) {
  return push_when_ready(
      [&](detail::link& link) { return link.push_bind(statement, arguments, detail::result_kind::statement, into); });
}

result<statement_id> pipeline::push_bind_parameters(bound_portal& into, std::string_view sql, parameters arguments) {
  return push_when_ready(
      [&](detail::link& link) { return link.push_bind(sql, arguments, detail::result_kind::statement, into); });
}

result<statement_id> pipeline::push_fetch(const bound_portal& portal, std::int32_t rows) {
  if (rows < 0) return fail(error_category::usage, "a portal cannot fetch a negative number of rows");
  return push_when_ready(
      [&](detail::link& link) { return link.push_fetch(portal, rows, detail::result_kind::statement); });
}

result<statement_id> pipeline::push_close(const bound_portal& portal) {
  return push_when_ready([&](detail::link& link) { return link.push_close(portal, detail::result_kind::statement); });
}

result<statement_id> pipeline::push_copy_out(std::string_view sql,
                                             std::function<void(std::span<const std::byte>)> take) {
  auto pushed = push_when_ready([&](detail::link& link) { return link.push_copy_out(sql, std::move(take)); });
  if (!pushes_are_free()) most_outstanding_ = 0;
  return pushed;
}

result<void> pipeline::sync() {
  detail::link& link = connection_->link();
  if (!link.is_open()) return fail(link.end_reason());
  if (open_copy_ != 0) return fail(too_much_outstanding());
  link.start_clock();
  if (options_.scope == group_scope::atomic) {
    if (most_outstanding_ == 0) [[unlikely]] {
      if (auto ready = before_push(); !ready) return ready;
    }
    std::ignore = link.push_sync();
  }
  link.end_batch();
  link.send_some();
  return {};
}

result<void> pipeline::flush() {
  detail::link& link = connection_->link();
  if (!link.is_open()) return fail(link.end_reason());
  link.start_clock();
  if (link.session().group_open()) link.push_flush();
  link.send_some();
  return {};
}

const statement_result* pipeline::next() {
  detail::link& link = connection_->link();
  if (std::exchange(front_shown_, false)) link.pop_front();
  if (link.results().empty()) return nullptr;
  if (link.session().group_open() && detail::result_builder(link.results().front()).is_pending()) {
    if (link.results().front().id() == open_copy_) abandon_open_copy();
    link.push_flush();
  }
  if (detail::result_builder(link.results().front()).is_streamed()) [[unlikely]] {
    if (link.take_part(part_)) return &part_;
  } else {
    link.wait_front();
  }
  front_shown_ = true;
  return &link.results().front();
}

result<std::vector<statement_result>> pipeline::collect() {
  detail::link& link = connection_->link();
  link.start_clock();
  if (std::exchange(front_shown_, false)) link.pop_front();
  abandon_open_copy();
  if (link.session().group_open()) std::ignore = link.push_sync();
  if (!link.results().empty()) link.end_batch();
  std::vector<statement_result> all;
  all.reserve(link.results().size());
  while (!link.results().empty()) {
    link.wait_front();
    all.push_back(link.take_front());
  }
  return all;
}

std::size_t pipeline::outstanding() const { return connection_->link().results().size() - (front_shown_ ? 1 : 0); }

}  // namespace pgpipe
