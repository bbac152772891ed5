#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include <pgpipe/base/result.hpp>
#include <pgpipe/client/connection.hpp>

namespace pgpipe {

// COPY ... FROM STDIN: begin(), write() any number of times, finish() for the number of rows or abandon() to undo. The
// data is what the COPY's format demands, cut anywhere. One that goes out of scope unfinished is abandoned.
class copy_in {
 public:
  // Sends the COPY and waits until the server is ready for its data. Errors: usage when results are outstanding, and
  // when `sql` was another statement, which has then run; else the server's.
  static result<copy_in> begin(connection& on, std::string_view sql);

  copy_in(copy_in&& other) noexcept;
  copy_in& operator=(copy_in&&) = delete;
  ~copy_in();

  // Takes the data over; sends whenever 64 KiB have gathered, and waits while the network is full. An error of the
  // server's, noticed while sending, comes from finish(): what is written after it is dropped.
  result<void> write(std::span<const std::byte> data);
  result<void> write(std::string_view text) { return write(std::as_bytes(std::span(text.data(), text.size()))); }

  // Ends the data: the number of rows, or the error that the server met, in them or at the commit.
  result<std::uint64_t> finish();
  // Undoes it by a CopyFail, whose `reason` stands in the server's message. The error that this makes is no error here.
  result<void> abandon(std::string_view reason);

 private:
  struct progress;
  explicit copy_in(connection& on);
  result<std::uint64_t> end();

  connection* connection_;  // nullptr: ended
  std::unique_ptr<progress> progress_;
};

// COPY ... TO STDOUT: `take` gets each CopyData as the server cut it (a row in the text and CSV formats) and must not
// use the connection. Returns the number of rows.
result<std::uint64_t> copy_out(connection& on, std::string_view sql,
                               const std::function<void(std::span<const std::byte>)>& take);

}  // namespace pgpipe
