#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <pgpipe/client/observer.hpp>
#include <pgpipe/client/statement_result.hpp>
#include <pgpipe/protocol/session.hpp>
#include <pgpipe/protocol/trace.hpp>

namespace pgpipe::detail {

enum class watched_call : std::uint8_t { prepare, query, copy };

// Who watches a link: an observer, a trace, or both. A link has none while nobody does. Call order: begin() and end()
// around a call that is told of by itself; else, of a pipeline, batch() when a batch was pushed, and answered() for
// each event, which tells of it.
class link_watch {
 public:
  using clock = std::chrono::steady_clock;

  void set_observer(std::shared_ptr<observer> to) { to_ = std::move(to); }
  [[nodiscard]] const std::shared_ptr<observer>& to() const { return to_; }
  void set_trace(std::function<void(std::string_view)> sink, unsigned flags);
  [[nodiscard]] bool is_needed() const { return to_ != nullptr || sink_ != nullptr; }
  // Goes on with a new session.
  void restart();

  void sent(std::span<const std::byte> bytes);
  void received(std::span<const std::byte> bytes);
  void waited(clock::time_point since) { counts_.waited += clock::now() - since; }

  void begin(std::string_view text);
  void end(watched_call kind, std::string_view statement, std::uint64_t rows, const error* failure);
  // Everything up to the result `last` was pushed.
  void batch(statement_id last);
  void answered(const statement_result& to, const protocol::event& event, bool by_simple_query);
  // The connection has ended: what is under way will not be answered.
  void failed(const error& why);

 private:
  struct counts {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
    std::chrono::nanoseconds waited{0};
  };
  struct pushed_batch {
    statement_id last;
    clock::time_point begun;
    std::chrono::nanoseconds waited;  // by then
  };
  void fill(observation& what, clock::time_point begun, const counts& before) const;
  void tell_batch(const pushed_batch& of);
  void pour();

  std::shared_ptr<observer> to_;
  std::function<void(std::string_view)> sink_;
  std::string lines_;
  unsigned trace_flags_ = 0;
  std::optional<protocol::tracer> tracer_;

  counts counts_;
  bool in_call_ = false;
  std::string text_;
  clock::time_point begun_;
  counts before_;  // the call, or what has been told of batches

  std::deque<pushed_batch> batches_;
  statement_id last_pushed_ = 0;
  batch_observation current_;
  std::optional<error> first_error_;  // of current_
};

}  // namespace pgpipe::detail
