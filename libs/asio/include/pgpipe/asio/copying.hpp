#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <pgpipe/asio/detail/asks.hpp>
#include <pgpipe/asio/detail/incoming_handle.hpp>
#include <pgpipe/asio/operation.hpp>

namespace pgpipe::asio_client {

// Some data of a COPY ... TO STDOUT, cut between rows in the text and CSV formats.
struct copy_piece {
  std::string data;        // empty: the COPY has ended
  std::uint64_t rows = 0;  // of the whole COPY, known at its end
};

namespace detail {

// From any thread: a COPY FROM STDIN that has not ended is undone.
void abandon_copy(const std::shared_ptr<core>& on, statement_id copy);

// The right to write the data of a COPY FROM STDIN.
class copy_handle {
 public:
  copy_handle() = default;
  copy_handle(std::shared_ptr<core> on, statement_id copy) : core_(std::move(on)), copy_(copy) {}
  copy_handle(copy_handle&& other) noexcept : core_(std::move(other.core_)), copy_(std::exchange(other.copy_, 0)) {}
  copy_handle& operator=(copy_handle&& other) noexcept {
    if (this != &other) {
      abandon();
      core_ = std::move(other.core_);
      copy_ = std::exchange(other.copy_, 0);
    }
    return *this;
  }
  ~copy_handle() { abandon(); }

  [[nodiscard]] const std::shared_ptr<core>& on() const { return core_; }
  [[nodiscard]] statement_id copy() const { return copy_; }

 private:
  void abandon() {
    if (const statement_id open = std::exchange(copy_, 0); open != 0) abandon_copy(core_, open);
  }

  std::shared_ptr<core> core_;
  statement_id copy_ = 0;
};

class copy_write_ask : public plain_ask {
 public:
  copy_write_ask(statement_id copy, std::string data) : copy_(copy), data_(std::move(data)) {}
  [[nodiscard]] statement_id copy() const { return copy_; }
  result<statement_id> push(core& to, request& by);

 private:
  statement_id copy_;
  std::string data_;
};

class copy_end_ask {
 public:
  using value_type = std::uint64_t;
  copy_end_ask(copy_handle of, std::optional<std::string> reason) : of_(std::move(of)), reason_(std::move(reason)) {}
  [[nodiscard]] statement_id copy() const { return of_.copy(); }
  result<statement_id> push(core& to, request& by);
  void take(statement_result&& each);
  result<std::uint64_t> finish();

 private:
  copy_handle of_;
  std::optional<std::string> reason_;  // for which it is abandoned
  std::uint64_t rows_ = 0;
  std::optional<error> failure_;
};

class piece_ask {
 public:
  using value_type = copy_piece;
  explicit piece_ask(std::shared_ptr<incoming> from) : from_(std::move(from)) {}
  [[nodiscard]] bool is_ready() const;
  result<statement_id> push(core& to, request& by);
  static void take(statement_result&& each) { static_cast<void>(each); }
  result<copy_piece> finish() { return std::move(piece_); }

 private:
  std::shared_ptr<incoming> from_;
  result<copy_piece> piece_;
};

class begin_copy_in_ask;
class begin_copy_out_ask;

}  // namespace detail

// A COPY ... FROM STDIN whose data is given in pieces, cut anywhere; requests::begin_copy_in() makes it. Call order:
// write() any number of times, each awaited, then finish() or abandon(). Until then nothing else is sent on the
// connection: others wait. One that goes out of scope before is abandoned, and so is one of which a write was given up,
// by a deadline or a cancellation: then its data has a hole.
class outgoing_copy {
 public:
  // Done when the piece stands in the output: a server, or a network, that is slower makes the next one wait. What the
  // server refuses meanwhile is told by finish(), and what is written after that is dropped.
  [[nodiscard]] operation<detail::copy_write_ask> write(std::string data) {
    return {of_.on(), 0, detail::copy_write_ask(of_.copy(), std::move(data))};
  }
  // Ends the data: the number of rows, or the error that the server met, in them or at the commit.
  [[nodiscard]] operation<detail::copy_end_ask> finish() {
    const std::shared_ptr<detail::core> on = of_.on();
    return {on, 0, detail::copy_end_ask(std::move(of_), std::nullopt)};
  }
  // Undoes it by a CopyFail, whose reason stands in the server's message. The error that this makes is no error here.
  [[nodiscard]] operation<detail::copy_end_ask> abandon(std::string reason) {
    const std::shared_ptr<detail::core> on = of_.on();
    return {on, 0, detail::copy_end_ask(std::move(of_), std::move(reason))};
  }

 private:
  friend class detail::begin_copy_in_ask;
  explicit outgoing_copy(detail::copy_handle of) : of_(std::move(of)) {}

  detail::copy_handle of_;
};

// A COPY ... TO STDOUT whose data is taken in pieces, in constant memory; requests::begin_copy_out() makes it. Call
// order: read() until it gives no data. What row_stream says of rows that nobody takes, and of its end, holds here too.
class incoming_copy {
 public:
  [[nodiscard]] operation<detail::piece_ask> read() { return {of_.on(), 0, detail::piece_ask(of_.what())}; }

 private:
  friend class detail::begin_copy_out_ask;
  explicit incoming_copy(detail::incoming_handle of) : of_(std::move(of)) {}

  detail::incoming_handle of_;
};

namespace detail {

class begin_copy_in_ask {
 public:
  using value_type = outgoing_copy;
  explicit begin_copy_in_ask(std::string_view sql) : sql_(sql) {}
  result<statement_id> push(core& to, request& by);
  static void take(statement_result&& each) { static_cast<void>(each); }
  result<outgoing_copy> finish() { return outgoing_copy(std::move(of_)); }

 private:
  std::string sql_;
  copy_handle of_;
};

class begin_copy_out_ask {
 public:
  using value_type = incoming_copy;
  explicit begin_copy_out_ask(std::string_view sql) : sql_(sql) {}
  result<statement_id> push(core& to, request& by);
  static void take(statement_result&& each) { static_cast<void>(each); }
  result<incoming_copy> finish();

 private:
  std::string sql_;
  incoming_handle of_;
};

}  // namespace detail
}  // namespace pgpipe::asio_client
