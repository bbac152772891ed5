#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <pgpipe/protocol/frontend.hpp>
#include <pgpipe/protocol/session.hpp>

using namespace pgpipe;
using namespace pgpipe::protocol;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

// What a run has shown, to be compared with another run of the same input.
struct shown {
  event_kind kind;
  std::uint64_t tag;
  bool finished;
  std::size_t size;
  friend bool operator==(const shown&, const shown&) = default;
};

// One session, and what must be true of it whatever the server says and whenever the application asks.
class driver {
 public:
  explicit driver(bool byte_by_byte) : byte_by_byte_(byte_by_byte) {}

  // Takes one instruction off `data`.
  void step(std::span<const std::uint8_t>& data) {
    const std::uint8_t code = take(data);
    const std::uint8_t argument = code >> 3U;
    switch (code & 7U) {
      case 0:
        return push(take(data) & (step_close | step_parse | step_describe_statement | step_bind | step_describe_portal |
                                  step_execute | step_sync),
                    argument & 3U);
      case 1: return end_group(argument);
      case 2: return deliver(take_bytes(data, take(data)));
      case 3: return deliver(message(take(data), take_bytes(data, argument)));
      case 4:
        return deliver(
            message(static_cast<std::uint8_t>(likely_[take(data) % likely_.size()]), take_bytes(data, argument)));
      case 5: return read(argument);
      case 6: return read(~std::size_t{0});
      default: return something_else(argument, take(data));
    }
  }

  // The connection ends: everybody is told, once.
  void finish() {
    if (!session_.failure()) session_.end_of_input(error(error_category::closed, "gone"));
    read(~std::size_t{0});
    require(session_.outstanding() == 0 && finished_ == pushed_);
    require(session_.next_event().kind == event_kind::closed);
    require(session_.failure().has_value());
    require(kept_body_.empty() || std::memcmp(kept_body_.data(), kept_copy_.data(), kept_copy_.size()) == 0);
  }

  [[nodiscard]] const std::vector<shown>& events() const { return events_; }

 private:
  static std::uint8_t take(std::span<const std::uint8_t>& data) {
    if (data.empty()) return 0;
    const std::uint8_t byte = data.front();
    data = data.subspan(1);
    return byte;
  }

  static std::string take_bytes(std::span<const std::uint8_t>& data, std::size_t n) {
    n = std::min(n, data.size());
    std::string bytes(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(n));
    data = data.subspan(n);
    return bytes;
  }

  // A message with the right length word: random bytes alone would seldom get that far.
  static std::string message(std::uint8_t type, const std::string& body) {
    const std::size_t length = body.size() + 4;
    return std::string{static_cast<char>(type), 0, 0, static_cast<char>(length >> 8U), static_cast<char>(length)} +
           body;
  }

  void push(unsigned steps, std::uint8_t flags) {
    if (steps == 0) return;
    std::ignore = execute(session_.output());
    session_.push(steps, ++pushed_, flags);
    require(session_.group_open() == ((steps & step_sync) == 0));
  }

  void end_group(std::uint8_t how) {
    if (how % 3 == 0) return session_.sync(++pushed_), require(!session_.group_open());
    std::ignore = query(session_.output(), "select 1");
    session_.push(how % 3 == 1 ? step_query : step_function_call, ++pushed_, how >> 3U);
  }

  void deliver(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::span<std::byte> room = session_.prepare_input();
      require(!room.empty());
      const std::size_t n = std::min({room.size(), bytes.size(), byte_by_byte_ ? std::size_t{1} : bytes.size()});
      std::memcpy(room.data(), bytes.data(), n);
      session_.commit_input(n);
      bytes.remove_prefix(n);
    }
  }

  void something_else(std::uint8_t what, std::uint8_t argument) {
    switch (what % 8) {
      case 0: return session_.flush();
      case 1: return session_.refuse_copy_in("no");
      case 2: return session_.commit_output(std::min<std::size_t>(argument, session_.pending_output().size()));
      case 3: return session_.extend_last();
      case 4: return session_.end_of_input(error(error_category::io, "broken"));
      case 5: return session_.release_buffers();
      case 6: return session_.fail(error(error_category::protocol, "a bad row"));
      default:
        session_.reset();
        pushed_ = finished_ = 0;
        return;
    }
  }

  // Up to `most` events.
  void read(std::size_t most) {
    while (most-- != 0) {
      const event each = session_.next_event();
      if (each.kind == event_kind::need_input) return;
      if (each.kind == event_kind::closed) {
        require(finished_ == pushed_ && session_.failure().has_value());
        return;
      }
      look_at(each);
    }
  }

  void look_at(const event& each) {
    events_.push_back({each.kind, each.tag, each.finished, each.body.size()});
    require(each.tag == 0 || each.tag == finished_ + 1);  // only the oldest request is answered
    if (each.finished) {
      require(each.tag == finished_ + 1);
      ++finished_;
    }
    require(session_.outstanding() == pushed_ - finished_);
    const bool fate = each.kind == event_kind::lost || each.kind == event_kind::not_sent;
    require(!fate || (each.finished && session_.failure().has_value()));
    require(each.kind != event_kind::ready_for_query || each.finished);
    if (kept_body_.empty() && !each.body.empty()) {
      kept_ = session_.pin();
      kept_body_ = each.body;
      kept_copy_.assign(each.body.begin(), each.body.end());
    }
  }

  static constexpr std::string_view likely_ = "123CDDDEGHITVWZZZcdnstNAS";

  bool byte_by_byte_;
  chunk_pool pool_;
  session session_{pool_};
  std::uint64_t pushed_ = 0;
  std::uint64_t finished_ = 0;
  std::vector<shown> events_;
  chunk_ptr kept_;
  std::span<const std::byte> kept_body_;
  std::vector<std::byte> kept_copy_;
};

std::vector<shown> run(std::span<const std::uint8_t> data, bool byte_by_byte) {
  driver all(byte_by_byte);
  while (!data.empty()) all.step(data);
  all.finish();
  return all.events();
}

}  // namespace

// A list of instructions: requests, server bytes good and bad, reading, and the rest of the session's calls.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span input(data, size);
  require(run(input, false) == run(input, true));
  return 0;
}
