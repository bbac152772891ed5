#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <pgpipe/protocol/session_table.hpp>

namespace pgpipe::protocol {

// What a request's owner does not want to be told.
enum request_flags : std::uint8_t {
  report_all = 0,
  skip_rows = 1,          // no data_row
  skip_descriptions = 2,  // no parameter_description, row_description, no_data
  copy_data_ended = 8,    // not the owner's to say: session::end_copy()
};

// `transitions`, spread out to be looked up by state and message byte: what next_event() does with a message.
namespace detail {

// What hides an event from its owner, beside the request's flags: that the request has further steps.
inline constexpr std::uint8_t unless_last = 4;

constexpr std::uint8_t hidden_by(event_kind kind) {
  switch (kind) {
    case event_kind::data_row: return skip_rows;
    case event_kind::parameter_description:
    case event_kind::row_description:
    case event_kind::no_data: return skip_descriptions;
    case event_kind::bind_complete: return unless_last;
    default: return 0;
  }
}

struct move {
  event_kind report;
  state next;  // count: this message may not come in this state
  std::uint8_t hidden_by;
  bool plain;  // the next answer to the request at the front, and no turn of events
};
using moves = std::array<std::array<move, 128>, state_count>;

constexpr bool is_turn(event_kind kind) {
  return kind == event_kind::ready_for_query || kind == event_kind::error_response || kind == event_kind::unasked_error;
}

constexpr moves spread_out() {
  moves all{};
  for (auto& of_state : all) of_state.fill({event_kind::need_input, state::count, 0, false});
  for (const transition& each : transitions) {
    all[static_cast<std::size_t>(each.in)][static_cast<std::size_t>(each.message)] = {
        each.report, each.next, hidden_by(each.report), !is_turn(each.report)};
  }
  return all;
}
inline constexpr moves lookup = spread_out();

inline const move& move_of(state in, backend message) {
  return lookup[static_cast<std::size_t>(in)][static_cast<std::size_t>(message)];
}

}  // namespace detail
}  // namespace pgpipe::protocol
