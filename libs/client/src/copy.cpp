#include <utility>
#include <vector>

#include <pgpipe/client/copy.hpp>
#include <pgpipe/protocol/frontend.hpp>

#include "link.hpp"

namespace pgpipe {
namespace {

// The outcome of the one statement of a COPY.
result<std::uint64_t> rows_copied(const statement_result& group, const std::vector<statement_result>& results) {
  if (group.failure() != nullptr) return fail(*group.failure());
  if (results.empty()) return fail(error_category::usage, "an empty text copies nothing", retry_safety::safe);
  if (const error* failure = results.back().failure(); failure != nullptr) return fail(*failure);
  return results.back().affected_rows();
}

// Tells who watches of a COPY's end.
result<std::uint64_t> told(detail::link& link, result<std::uint64_t> end) {
  if (link.watch() != nullptr)
    link.watch()->end(detail::watched_call::copy, "", end ? *end : 0, end ? nullptr : &end.error());
  return end;
}

}  // namespace

// Where the answers to the COPY go while it runs; it stays in place when the copy_in moves.
struct copy_in::progress {
  std::vector<statement_result> results;
  statement_id group = 0;
  bool ready = false;
};

copy_in::copy_in(connection& on) : connection_(&on), progress_(std::make_unique<progress>()) {}

copy_in::copy_in(copy_in&& other) noexcept
    : connection_(std::exchange(other.connection_, nullptr)), progress_(std::move(other.progress_)) {}

copy_in::~copy_in() {
  if (connection_ != nullptr) std::ignore = abandon("abandoned");
}

result<copy_in> copy_in::begin(connection& on, std::string_view sql) {
  detail::link& link = on.link();
  if (auto idle = link.require_idle(); !idle) return fail(std::move(idle).error());
  if (link.watch() != nullptr) link.watch()->begin(sql);
  copy_in made(on);
  progress& state = *made.progress_;
  const auto id = link.push_simple_query(sql, state.results);
  if (!id) {
    made.connection_ = nullptr;
    return fail(told(link, fail(id.error())).error());
  }
  state.group = *id;
  link.copy_in_ready = &state.ready;
  while (!state.ready && detail::result_builder(link.results().front()).is_pending() && link.turn()) {
  }
  if (state.ready) return made;
  auto ended = made.end();
  if (!ended) return fail(std::move(ended).error());
  return fail(error_category::usage, "the statement is not COPY ... FROM STDIN");
}

result<void> copy_in::write(std::span<const std::byte> data) {
  if (connection_ == nullptr) return fail(error_category::usage, "the COPY has ended", retry_safety::safe);
  detail::link& link = connection_->link();
  // A failed COPY swallows what follows; to send it would only take time.
  if (link.session().current_state() != protocol::state::query_copy_in) return {};
  return link.write_copy_data(progress_->group, data, 0);
}

result<std::uint64_t> copy_in::finish() {
  if (connection_ == nullptr) return fail(error_category::usage, "the COPY has ended", retry_safety::safe);
  protocol::session& session = connection_->link().session();
  if (session.current_state() == protocol::state::query_copy_in) protocol::copy_done(session.output());
  return end();
}

result<void> copy_in::abandon(std::string_view reason) {
  if (connection_ == nullptr) return fail(error_category::usage, "the COPY has ended", retry_safety::safe);
  protocol::session& session = connection_->link().session();
  if (session.current_state() == protocol::state::query_copy_in && !protocol::copy_fail(session.output(), reason)) {
    return fail(error_category::usage, "the reason holds a zero byte", retry_safety::safe);
  }
  auto ended = end();
  if (ended || ended.error().sqlstate() == "57014") return {};  // query_canceled is what CopyFail brings
  return fail(std::move(ended).error());
}

result<std::uint64_t> copy_in::end() {
  detail::link& link = std::exchange(connection_, nullptr)->link();
  link.wait_for(progress_->group);
  link.copy_in_ready = nullptr;
  const statement_result group = link.take_front();
  return told(link, rows_copied(group, progress_->results));
}

result<std::uint64_t> copy_out(connection& on, std::string_view sql,
                               const std::function<void(std::span<const std::byte>)>& take) {
  detail::link& link = on.link();
  if (auto idle = link.require_idle(); !idle) return fail(std::move(idle).error());
  if (link.watch() != nullptr) link.watch()->begin(sql);
  std::vector<statement_result> results;
  const auto id = link.push_simple_query(sql, results);
  if (!id) return told(link, fail(id.error()));
  link.on_copy_data = take;
  link.wait_for(*id);
  link.on_copy_data = nullptr;
  const statement_result group = link.take_front();
  return told(link, rows_copied(group, results));
}

}  // namespace pgpipe
