#include <memory>
#include <utility>

#include "link.hpp"

// Who watches a link (link_watch.hpp), and from when on.
namespace pgpipe::detail {

void link::set_observer(std::shared_ptr<observer> to) {
  if (!watch_) watch_ = std::make_unique<link_watch>();
  watch_->set_observer(std::move(to));
  watch_changed();
}

// A trace begins and ends between messages.
result<void> link::set_trace(std::function<void(std::string_view)> sink, unsigned flags) {
  if (session_->outstanding() != 0 || session_->output().pending_bytes() != 0)
    return fail(error_category::usage, "a trace cannot begin or end while something is under way", retry_safety::safe);
  if (!watch_) watch_ = std::make_unique<link_watch>();
  watch_->set_trace(std::move(sink), flags);
  watch_->received(session_->input().readable());
  watch_changed();
  return {};
}

void link::watch_changed() {
  if (!watch_->is_needed()) watch_.reset();
  detour_ = true;  // take_detour() finds out whether it is still needed
}

}  // namespace pgpipe::detail
