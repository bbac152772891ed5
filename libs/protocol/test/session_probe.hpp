#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pgpipe/protocol/frontend.hpp>
#include <pgpipe/protocol/session.hpp>

#include "wire_bytes.hpp"

// What the session's tests share: messages as a server sends them, and a session that is fed and read.
namespace pgpipe::protocol::testing {

inline std::string message(char type, std::string_view body = {}) {
  const auto length = static_cast<std::uint32_t>(4 + body.size());
  std::string out(1, type);
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>((length >> shift) & 0xff);
  return out += body;
}

// Text with its terminating zero.
inline std::string zero_ended(std::string_view text) { return std::string(text) + '\0'; }

inline std::string command_complete(std::string_view tag) { return message('C', zero_ended(tag)); }
inline std::string ready(char status = 'I') { return message('Z', std::string(1, status)); }
inline std::string server_error(std::string_view sqlstate = "XX000") {
  return message('E', "SERROR" + std::string(1, '\0') + "C" + zero_ended(sqlstate) + "Mno" + std::string(2, '\0'));
}
// A row of one value.
inline std::string row(std::string_view value) {
  const auto size = static_cast<std::uint8_t>(value.size());
  return message('D', std::string("\0\1\0\0\0", 5) + static_cast<char>(size) + std::string(value));
}
inline const std::string bound = message('2');
inline const std::string parsed = message('1');

// As libpq asks a statement: Parse, Bind, Describe, Execute; and what answers it, one row of one column.
constexpr unsigned whole_statement = step_parse | step_bind | step_describe_portal | step_execute;
inline const std::string one_column = from_hex("540000001a0001780000000000000000000019ffffffffffff0000");
inline const std::string one_value = from_hex("440000000b00010000000176");
inline const std::string select_1 = command_complete("SELECT 1");
inline const std::string no_data = message('n');
inline const std::string answered = parsed + bound + one_column + one_value + select_1;

// An event that owns what it shows.
struct seen {
  event_kind kind = event_kind::need_input;
  std::uint64_t tag = 0;
  bool finished = false;
  bool group_failed = false;
  char status = 'I';
  std::string body;

  friend bool operator==(const seen&, const seen&) = default;
  friend void PrintTo(const seen& each, std::ostream* to) {
    *to << "{kind " << static_cast<int>(each.kind) << ", tag " << each.tag << (each.finished ? ", finished" : "")
        << (each.group_failed ? ", group failed" : "") << ", status " << each.status << ", body of " << each.body.size()
        << "}";
  }
};

inline seen own(const event& each) {
  return {each.kind,
          each.tag,
          each.finished,
          each.group_failed,
          static_cast<char>(each.status),
          {reinterpret_cast<const char*>(each.body.data()), each.body.size()}};
}

using kinds = std::vector<std::pair<event_kind, std::uint64_t>>;

inline kinds kinds_of(const std::vector<seen>& events) {
  kinds out;
  for (const seen& each : events) out.emplace_back(each.kind, each.tag);
  return out;
}

class session_probe {
 public:
  session_probe() = default;
  // Takes its chunks from a pool that many probes share: quicker where there are thousands of them.
  explicit session_probe(chunk_pool& shared) : session_(shared) {}

  session& operator*() { return session_; }
  session* operator->() { return &session_; }

  // As a network would: into the room that there is.
  void receive(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::span<std::byte> room = session_.prepare_input();
      const std::size_t n = std::min(room.size(), bytes.size());
      std::memcpy(room.data(), bytes.data(), n);
      session_.commit_input(n);
      bytes.remove_prefix(n);
    }
  }

  // Every event until more input is needed, or up to the first `closed`.
  std::vector<seen> events() {
    std::vector<seen> all;
    for (;;) {
      const event each = session_.next_event();
      if (each.kind == event_kind::need_input) return all;
      all.push_back(own(each));
      if (each.kind == event_kind::closed) return all;
    }
  }

  std::vector<seen> events_of(std::string_view bytes) {
    receive(bytes);
    return events();
  }

  // One execution of a prepared statement.
  void push_statement(std::uint64_t tag, std::uint8_t flags = report_all) {
    std::ignore = bind(session_.output(), "", "s", {});
    std::ignore = execute(session_.output());
    session_.push(step_bind | step_execute, tag, flags);
  }

  void push_query(std::uint64_t tag) {
    std::ignore = query(session_.output(), "select 1");
    session_.push(step_query, tag);
  }

  // Takes all that waits to be sent.
  std::string send_all() {
    std::string sent;
    while (!session_.pending_output().empty()) {
      const std::span<const std::byte> piece = session_.pending_output();
      sent.append(reinterpret_cast<const char*>(piece.data()), piece.size());
      session_.commit_output(piece.size());
    }
    return sent;
  }

 private:
  chunk_pool pool_;
  session session_{pool_};
};

// Whether the events end in a broken protocol.
inline bool broke(session_probe& probe, const std::vector<seen>& events) {
  return !events.empty() && events.back().kind == event_kind::closed && probe->failure().has_value() &&
         probe->failure()->category() == error_category::protocol;
}

}  // namespace pgpipe::protocol::testing
