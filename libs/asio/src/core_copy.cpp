#include <string>
#include <utility>

#include "core.hpp"
#include "result_builder.hpp"

// A COPY FROM STDIN whose data comes in pieces. From its Execute up to its Sync nothing but its data may be sent; its
// result waits in the link's queue for the group's end, with which somebody takes it.
namespace pgpipe::asio_client::detail {

void core::open_copy(statement_id copy, std::uint64_t lease) {
  open_copy_ = copy;
  copy_lease_ = lease;
}

bool core::copy_goes_on() {
  statement_result* const to = link_->results().find(open_copy_);
  return to != nullptr && pgpipe::detail::result_builder(*to).is_pending();
}

// Ends it from this side, with what waits to be written of it.
void core::fail_copy(std::string_view reason, request_list& ended) {
  link_->write_copy_fail(reason);
  if (const auto last = link_->push_sync()) {
    in_flight_.push_back({nullptr, *last, 0, copy_lease_, false});
    if (copy_lease_ != 0) ++held_in_flight_;
  }
  close_copy();
  while (!copying_.empty()) {
    request* const one = copying_.pop_front();
    one->spoilt.emplace(error_category::usage, "the COPY was abandoned: " + std::string(reason), retry_safety::safe);
    ended.push_back(one);
  }
  wake_writer();
}

void core::abandon(statement_id copy) {
  executor_.post([self = shared_from_this(), copy] {
    if (self->open_copy_ != copy || self->ended_) return;
    completer then(*self);
    self->fail_copy("the COPY was abandoned", then.ended);
    then.run();
  });
}

}  // namespace pgpipe::asio_client::detail
