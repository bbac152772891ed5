#include "bench/client.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include <pgpipe/base/big_endian.hpp>

#include "bench/log.hpp"
#include "bench/script_run.hpp"
#include "bench/server_text.hpp"

namespace pgpipe::app::bench {
namespace {

// As libpq does for pgbench: on the standard error, without a prefix.
void print_notice(std::span<const std::byte> notice_response) {
  const std::string text = show_message(notice_response, {}) + '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

client::client(int id, thread_context& thread, random_state random, variables values)
    : thread_(&thread),
      plan_(thread.plan),
      session_(thread.pool),
      values_(std::move(values)),
      random_(random),
      evaluation_{values_, random_},
      random_at_begin_(random),
      id_(id) {}

void client::begin(time_point now) {
  begin_transaction(now);
  proceed();
}

void client::on_ready(net::interest ready) {
  if (state_ == client_state::connecting) {
    continue_connecting(ready);
    return proceed();
  }
  if (state_ == client_state::shelling) return on_shell_ready();
  if (output_blocked_ && includes(ready, net::interest::writable)) proceed();
  if (includes(ready, net::interest::readable) && state_ != client_state::connecting && stream_.is_open()) receive();
}

void client::on_time() {
  if (ring_ != nullptr) settle_send();
  wakes_at_ = time_point::max();
  if (state_ == client_state::connecting) {
    continue_connecting(net::interest::none);
  } else if (state_ == client_state::sleeping) {
    if (plan_->think_time) thought_ += std::chrono::steady_clock::now() - sleep_begin_;
    finish_command();
    state_ = client_state::running;
  } else if (state_ == client_state::throttled) {
    on_slot(std::chrono::steady_clock::now());
  }
  proceed();
}

void client::on_turn(time_point now) {
  if (state_ != client_state::yielding) return;
  if (ring_ != nullptr) settle_send();
  begin_transaction(now);
  proceed();
}

// One read for each time that the loop says readable: a read that did not fill its room has emptied the socket, and
// what is left of a longer answer makes the socket readable again. TLS may hold bytes that the socket no longer has.
void client::receive() {
  for (;;) {
    const std::span<std::byte> room = session_.prepare_input();
    const net::transfer got = stream_.try_receive(room);
    ++thread_->calls.receives;
    if (got.status == net::transfer_status::would_block) return;
    on_received(got);
    if (got.bytes < room.size() || stream_.tls() == nullptr) return;
  }
}

void client::on_received(const net::transfer& got) {
  thread_->calls.bytes_received += static_cast<std::int64_t>(got.bytes);
  if (got.ok()) {
    session_.commit_input(got.bytes);
  } else {
    session_.end_of_input(stream_.to_error(got));
  }
  take_events();
  proceed();
}

// Ends early when the client is finished: the session is then empty.
void client::take_events() {
  using protocol::event_kind;
  while (state_ != client_state::finished) {
    const protocol::event event = session_.next_event();
    switch (event.kind) {
      case event_kind::need_input: return;
      case event_kind::command_complete:
      case event_kind::empty_query_response: on_statement_end(); break;
      case event_kind::parse_complete: on_parsed(script_->commands[event.tag].statement); break;
      case event_kind::row_description: on_row_description(event); break;
      case event_kind::data_row: on_data_row(event); break;
      case event_kind::ready_for_query:
        if (--awaited_ == 0) on_answered();
        break;
      case event_kind::error_response:
        end_copy();
        on_error(static_cast<std::size_t>(event.tag), event.body);
        break;
      case event_kind::notice_response: print_notice(event.body); break;
      case event_kind::unasked_error: last_words_ = show_message(event.body, {}); break;
      case event_kind::copy_in_response: on_copy_in(static_cast<std::size_t>(event.tag)); break;
      case event_kind::copy_out_response: on_copy_out(static_cast<std::size_t>(event.tag)); break;
      case event_kind::copy_both_response:
        abort_command(static_cast<std::size_t>(event.tag), "a script cannot use the replication protocol");
        break;
      case event_kind::closed: on_closed(); break;
      default: break;
    }
  }
}

// A statement whose names vary is parsed each time.
void client::on_parsed(std::uint32_t statement) {
  if (plan_->program.messages[statement].names_vary()) return;
  prepared_.insert(statement);
  if (plan_->window.depth != 0) parsed_.insert(statement);
}

void client::on_row_description(const protocol::event& event) {
  check(pipeline_rows_.empty() ? row_.on_row_description(event.body)
                               : pipeline_rows_.on_row_description(static_cast<std::size_t>(event.tag), event.body));
}

void client::on_data_row(const protocol::event& event) {
  if (pipeline_rows_.empty()) return row_.on_data_row(event.body);
  pipeline_rows_.on_data_row(static_cast<std::size_t>(event.tag), event.body);
}

void client::on_statement_end() {
  if (plan_->mode == query_mode::simple) ++query_;
  if (owes_sync_) end_copy();
  if (stores_rows_ && pipeline_rows_.empty()) check(row_.on_statement_end(script_->commands[command_], values_));
}

void client::check(const result<void>& stored) {
  if (!stored && state_ != client_state::finished) abort_command(command_, stored.error().text());
}

void client::on_answered() {
  if (state_ == client_state::answering) {
    if (stores_rows_) {
      store_rows();
      if (state_ == client_state::finished) return;
    }
    finish_command();
    state_ = client_state::running;
  } else if (state_ == client_state::preparing) {
    state_ = client_state::running;
  } else if (state_ == client_state::sliding) {
    on_room();
  } else if (state_ == client_state::failing) {
    on_failed();
  } else if (state_ == client_state::rolling_back) {
    on_rolled_back();
  }
}

void client::store_rows() {
  if (pipeline_rows_.empty()) return check(row_.end(script_->commands[command_], values_));
  std::size_t failed = command_;
  const result<void> stored = pipeline_rows_.store(*script_, values_, failed);
  if (!stored) abort_command(failed, stored.error().text());
}

void client::on_closed() {
  std::string why = session_.failure() ? session_.failure()->text() : "the connection was closed";
  if (!last_words_.empty()) why = last_words_ + "\n" + why;
  abort_command(command_, why);
}

// Runs the script as far as it goes, then sends all at once.
void client::proceed() {
  for (;;) {
    if (state_ == client_state::running) run();
    if (state_ == client_state::copying) send_copy();
    if (state_ == client_state::finished || state_ == client_state::connecting) return;
    if (state_ == client_state::shelling) return;  // it sent all, and watches another descriptor
    flush();
    if (session_.output().pending_bytes() >= high_water_bytes) break;
    if (state_ == client_state::copying) continue;
    if (state_ != client_state::sending) break;
    state_ = client_state::running;
  }
  if (ring_ != nullptr) return ring_receive();
  session_.release_buffers();
}

net::transfer client::send_pieces() {
  std::array<std::span<const std::byte>, 16> pieces;
  const std::size_t count = session_.output().pending(pieces);
  return stream_.try_send(std::span<const std::span<const std::byte>>(pieces.data(), count));
}

// The first message alone. What begins no message that lies there whole goes as it is.
net::transfer client::send_message() {
  const std::span<const std::byte> first = session_.pending_output();
  constexpr std::size_t type_bytes = 1;
  std::size_t size = first.size();
  if (first.size() > type_bytes + sizeof(std::uint32_t)) {
    size = std::min(size, type_bytes + load_big_endian<std::uint32_t>(first.data() + type_bytes));
  }
  return stream_.try_send(first.first(size));
}

// Sends what can be sent. A failure is not told here: what the server said before it closed may still be read, and
// reading ends with the reason.
void client::flush() {
  if (ring_ != nullptr) return ring_flush();
  const output_buffer& output = session_.output();
  net::transfer sent = net::transfer::moved(0);
  if (stream_.has_unsent()) sent = stream_.flush();
  while (sent.ok() && output.pending_bytes() != 0) {
    const std::span<const std::byte> first = session_.pending_output();
    if (plan_->write_messages) [[unlikely]] {
      sent = send_message();
    } else {
      sent = first.size() == output.pending_bytes() ? stream_.try_send(first) : send_pieces();
    }
    ++thread_->calls.sends;
    thread_->calls.bytes_sent += static_cast<std::int64_t>(sent.bytes);
    if (sent.ok()) session_.commit_output(sent.bytes);
  }
  const bool blocked = sent.status == net::transfer_status::would_block || stream_.has_unsent();
  if (blocked == output_blocked_) return;
  output_blocked_ = blocked;
  watch(stream_.fd(), blocked ? net::interest::both : net::interest::readable);
}

void client::wake_at(time_point moment) {
  if (wakes_at_ == moment) return;
  wakes_at_ = moment;
  thread_->timers.push(moment, *this);
}

void client::abort_command(std::size_t command, std::string_view why) {
  const bool at_end = command == script_->commands.size();
  const unsigned line = script_->commands[at_end ? command - 1 : command].line;
  log::error("client {} script {} aborted in command {} query {}: {}:{}: {}", id_, script_number_, command, query_,
             script_->label, line, why);
  abort();
}

// A command that never reaches the server: the script's text says where it stands.
void client::abort_meta_command(std::string_view why) {
  const command& at = script_->commands[command_];
  log::error("client {} script {} aborted in command {}: {}:{}: \\{}: {}", id_, script_number_, command_,
             script_->label, at.line, at.name, why);
  abort();
}

void client::abort() {
  aborted_ = true;
  finish();
  if (plan_->exit_on_abort && thread_->stop != nullptr) thread_->stop->request(stop_request::client_aborted);
}

void client::stop() {
  if (state_ != client_state::finished) finish();
}

void client::finish() {
  state_ = client_state::finished;
  --thread_->unfinished;
  wakes_at_ = time_point::max();
  disconnect();
}

}  // namespace pgpipe::app::bench
