#include <utility>

#include "core.hpp"
#include "result_builder.hpp"

// Statements whose rows, or COPY data, are taken in parts: what comes of them, and who takes it.
namespace pgpipe::asio_client::detail {

std::shared_ptr<incoming> core::expect() { return incoming_.emplace_back(std::make_shared<incoming>()); }

// What has come of the oldest result, if that is such a statement's.
void core::take_part(request_list& ended) {
  in_flight& of = in_flight_.front();
  incoming& into = *incoming_.front();
  if (into.last != of.last || link_->results().front().is_group()) return;
  statement_result part;
  if (link_->take_arrived_part(part) && !into.abandoned) {
    into.stored_bytes += pgpipe::detail::result_builder(part).row_bytes();
    into.parts.push_back(std::move(part));
  }
  if (into.has_some() && of.who != nullptr) ended.push_back(std::exchange(of.who, nullptr));
}

void core::take_end(in_flight& of, statement_result&& taken, bool is_last, request_list& ended) {
  incoming& into = *incoming_.front();
  if (taken.failure() != nullptr && !into.failure) into.failure = *taken.failure();
  if (is_last && of.lease == 0 &&
      (taken.group() == group_outcome::in_transaction || taken.group() == group_outcome::failed_transaction)) {
    into.failure.emplace(error_category::usage,
                         "a transaction block was left open on a shared connection, and was rolled back");
  }
  if (!taken.is_group()) into.end = std::move(taken);
  if (!is_last) return;
  into.ended = true;
  incoming_.pop_front();
  if (of.who != nullptr) ended.push_back(std::exchange(of.who, nullptr));
}

void core::serve_readers(request_list& ended) {
  for (request* at = readers_.front(); at != nullptr;) {
    request* const one = std::exchange(at, at->next);
    if (!one->is_ready()) continue;
    readers_.remove(one);
    push_one(one, ended);
  }
  resume();
}

bool core::is_full() const {
  return !incoming_.empty() && incoming_.front()->stored_bytes >= options_.max_stored_bytes;
}

void core::abandon(std::shared_ptr<incoming> what) {
  executor_.post([self = shared_from_this(), what = std::move(what)] {
    what->abandoned = true;
    what->drop();
    completer then(*self);
    self->serve_readers(then.ended);
    then.run();
  });
}

}  // namespace pgpipe::asio_client::detail
