#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "session_probe.hpp"

namespace pgpipe::protocol::testing {

// A conversation that a server might have, made up from a seed: requests, what the server answers to each of them, and
// the events that must come of it. It is a model of its own: each request's answers are written down as a plain list
// of messages, an error cuts the list short, and events follow from the place in the list.
class random_conversation {
 public:
  struct request {
    unsigned steps;
    std::uint8_t flags;
    std::uint64_t tag;
    std::size_t bytes_end;  // up to here the server's bytes are answers to this request and those before it
  };

  explicit random_conversation(std::uint64_t seed, std::size_t greatest_body = 40)
      : random_(seed), greatest_body_(greatest_body) {
    const std::size_t groups = 1 + below(6);
    for (std::size_t i = 0; i != groups; ++i) add_group();
    maybe_asynchronous();
    if (!requests.empty()) requests.back().bytes_end = bytes.size();
  }

  std::vector<request> requests;
  std::string bytes;
  std::vector<seen> events;

 private:
  struct answer {
    char type;
    event_kind kind;
  };
  using answers = std::vector<answer>;

  static constexpr std::size_t no_error = ~std::size_t{0};

  std::size_t below(std::size_t n) { return random_() % n; }
  bool one_in(std::size_t n) { return below(n) == 0; }

  void add_group() {
    group_failed_ = false;
    switch (below(6)) {
      case 0: return add_query();
      case 1: return add_function_call();
      default: break;
    }
    for (std::size_t left = below(6); left != 0; --left) {
      const bool own_sync = one_in(8);
      add_statement(own_sync);
      if (own_sync) return;
    }
    begin_request(step_sync);
    end_group(true);
  }

  // --- one request of each sort ---

  void add_statement(bool own_sync) {
    const auto asked = static_cast<unsigned>(1 + below(63));
    answers list;
    if ((asked & step_close) != 0) list.push_back({'3', event_kind::close_complete});
    if ((asked & step_parse) != 0) list.push_back({'1', event_kind::parse_complete});
    if ((asked & step_describe_statement) != 0) {
      list.push_back({'t', event_kind::parameter_description});
      add_description(list);
    }
    if ((asked & step_bind) != 0) list.push_back({'2', event_kind::bind_complete});
    if ((asked & step_describe_portal) != 0) add_description(list);
    if ((asked & step_execute) != 0) add_execution(list, true);

    request& added = begin_request(own_sync ? asked | step_sync : asked);
    if (one_in(2)) added.flags = static_cast<std::uint8_t>(below(4));
    if (group_failed_) {
      expect(event_kind::skipped, added.tag, !own_sync);
    } else {
      write_answers(list, one_in(5) ? below(list.size()) : no_error, !own_sync);
    }
    if (own_sync) end_group(true);
    added.bytes_end = bytes.size();
  }

  void add_query() {
    answers list;
    for (std::size_t left = below(4); left != 0; --left) {
      if (one_in(2)) {
        list.push_back({'T', event_kind::row_description});
        for (std::size_t rows = below(4); rows != 0; --rows) list.push_back({'D', event_kind::data_row});
        list.push_back({'C', event_kind::command_complete});
      } else {
        add_execution(list, false);
      }
    }
    request& added = begin_request(step_query);
    if (one_in(2)) added.flags = static_cast<std::uint8_t>(below(4));
    write_answers(list, one_in(4) ? below(list.size() + 1) : no_error, false);
    end_group(false);
  }

  void add_function_call() {
    begin_request(step_function_call);
    write_answers({{'V', event_kind::function_call_response}}, one_in(4) ? 0 : no_error, false);
    end_group(!group_failed_);
  }

  void add_description(answers& list) {
    list.push_back(one_in(2) ? answer{'T', event_kind::row_description} : answer{'n', event_kind::no_data});
  }

  // What Execute brings, or one statement of a simple Query that returns no rows.
  void add_execution(answers& list, bool extended) {
    switch (below(6)) {
      case 0: list.push_back({'I', event_kind::empty_query_response}); return;
      case 1: list.push_back({'G', event_kind::copy_in_response}); break;
      case 2:
        list.push_back({'H', event_kind::copy_out_response});
        for (std::size_t left = below(4); left != 0; --left) list.push_back({'d', event_kind::copy_data});
        list.push_back({'c', event_kind::copy_done});
        break;
      default:
        if (!extended) break;
        for (std::size_t left = below(6); left != 0; --left) list.push_back({'D', event_kind::data_row});
        if (!one_in(4)) break;
        list.push_back({'s', event_kind::portal_suspended});
        return;
    }
    list.push_back({'C', event_kind::command_complete});
  }

  // --- bytes and events ---

  request& begin_request(unsigned steps) {
    requests.push_back({steps, report_all, requests.size() + 1, 0});
    return requests.back();
  }

  // The answers in order; at `error_at` an error comes instead, and nothing after it.
  void write_answers(const answers& list, std::size_t error_at, bool last_finishes) {
    const request asked = requests.back();
    for (std::size_t i = 0; i != list.size() && i != error_at; ++i) {
      const bool finished = last_finishes && i + 1 == list.size();
      const std::string body = write(list[i].type);
      if (!finished) {
        if (list[i].kind == event_kind::bind_complete) continue;
        if (list[i].type == 'D' && (asked.flags & skip_rows) != 0) continue;
        const bool describes = list[i].type == 'T' || list[i].type == 't' || list[i].type == 'n';
        if (describes && (asked.flags & skip_descriptions) != 0) continue;
      }
      expect(list[i].kind, asked.tag, finished, body);
    }
    requests.back().bytes_end = bytes.size();
    if (error_at == no_error) return;
    const std::string body = write('E');
    expect(event_kind::error_response, asked.tag, last_finishes, body);
    group_failed_ = true;
    requests.back().bytes_end = bytes.size();
  }

  // ReadyForQuery for the request begun last. While only the Sync is open, an error is the Sync's own.
  void end_group(bool may_fail_at_end) {
    const std::uint64_t tag = requests.back().tag;
    if (group_failed_ && one_in(10)) {
      const std::string body = write('E');
      expect(event_kind::unasked_error, 0, false, body);
    } else if (!group_failed_ && may_fail_at_end && one_in(6)) {
      const std::string body = write('E');
      expect(event_kind::error_response, tag, false, body);
      group_failed_ = true;
    }
    const std::string body = write('Z');
    events.push_back({event_kind::ready_for_query, tag, true, group_failed_, body[0], body});
    requests.back().bytes_end = bytes.size();
  }

  void expect(event_kind kind, std::uint64_t tag, bool finished, std::string body = {}) {
    events.push_back({kind, tag, finished, false, 'I', std::move(body)});
  }

  // Writes a message of this type with a body of legal length, perhaps behind an asynchronous one, and says which body.
  std::string write(char type) {
    maybe_asynchronous();
    const std::string body = body_for(type);
    bytes += message(type, body);
    return body;
  }

  void maybe_asynchronous() {
    if (!one_in(6)) return;
    static constexpr answer kinds_of_it[] = {{'N', event_kind::notice_response},
                                             {'A', event_kind::notification_response},
                                             {'S', event_kind::parameter_status}};
    const answer& chosen = kinds_of_it[below(3)];
    const std::string body = body_for(chosen.type);
    bytes += message(chosen.type, body);
    expect(chosen.kind, 0, false, body);
  }

  std::string body_for(char type) {
    if (type == 'Z') return std::string(1, "ITE"[below(3)]);
    if (std::string_view("123ncsI").find(type) != std::string_view::npos) return {};
    const bool may_be_large = std::string_view("DdENV").find(type) != std::string_view::npos;
    std::string body(10 + below(may_be_large && one_in(20) ? greatest_body_ : 30), '\0');
    for (char& each : body) each = static_cast<char>(random_());
    return body;
  }

  std::mt19937_64 random_;
  std::size_t greatest_body_;
  bool group_failed_ = false;
};

}  // namespace pgpipe::protocol::testing
