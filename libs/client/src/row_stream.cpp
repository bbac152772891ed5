#include <utility>

#include <pgpipe/client/row_stream.hpp>

#include "link.hpp"

namespace pgpipe {

row_stream::row_stream(row_stream&& other) noexcept
    : link_(std::exchange(other.link_, nullptr)),
      part_(std::move(other.part_)),
      at_(std::exchange(other.at_, 0)),
      current_(other.current_),
      end_(std::move(other.end_)) {}

row_stream::~row_stream() { std::ignore = finish(); }

const statement_result* row_stream::next_part() {
  const bool any = link_ != nullptr && link_->take_part(part_);
  if (!any) detail::result_builder(part_).drop_rows();
  at_ = part_.size();
  return any ? &part_ : nullptr;
}

const row* row_stream::next_or_throw() {
  const row* found = next();
  if (found == nullptr) std::ignore = value_or_throw(finish());
  return found;
}

result<statement_result> row_stream::finish() {
  if (link_ == nullptr) return end_;
  detail::link& link = *std::exchange(link_, nullptr);
  end_ = read_end(link);
  if (link.watch() != nullptr) {
    link.watch()->end(detail::watched_call::query, "", end_ ? end_->affected_rows() : 0,
                      end_ ? nullptr : &end_.error());
  }
  return end_;
}

result<statement_result> row_stream::read_end(detail::link& link) {
  while (link.take_part(part_)) {
  }
  at_ = 0;
  statement_result statement = link.take_front();
  link.wait_front();
  if (detail::result_builder(link.results().front()).is_pending()) return fail(link.end_reason());  // closed meanwhile
  const statement_result group = link.take_front();
  if (statement.failure() != nullptr) return fail(*statement.failure());
  if (group.failure() != nullptr) return fail(*group.failure());
  detail::result_builder(statement).finish(group.group());
  return statement;
}

}  // namespace pgpipe
