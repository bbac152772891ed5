#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include <pgpipe/base/result.hpp>

#include "bench/file_descriptor.hpp"

namespace pgpipe::app::bench {

// One transaction as the log tells of it.
struct logged_transaction {
  enum class outcome : std::uint8_t { processed, skipped, failed };

  int client = 0;
  std::int64_t number = 0;  // of this client, from 1, skipped and failed ones included
  outcome ended = outcome::processed;
  std::chrono::nanoseconds latency{0};
  int script = 0;
  std::chrono::system_clock::time_point end;
  std::optional<std::chrono::nanoseconds> lag;  // -R
  std::optional<std::int64_t> retries;          // --max-tries other than 1
};

// Appends the line of `transaction` to `text`: "client number time script epoch_s epoch_us [lag] [retries]".
void append_log_line(std::string& text, const logged_transaction& transaction);

// The transaction log of one thread (-l), at PREFIX.PID for thread 0 and PREFIX.PID.THREAD for the others. open(), then
// write() for each transaction in the order of their ends, then close() for the errors of the last writes. Lines are
// collected and written many at a time, always whole ones, so that a log cut short by a signal ends at a line's end.
class transaction_log {
 public:
  [[nodiscard]] static result<transaction_log> open(const std::string& prefix, int thread);

  transaction_log(transaction_log&&) = default;
  transaction_log& operator=(transaction_log&&) = delete;
  ~transaction_log() { (void)close(); }

  [[nodiscard]] const std::string& path() const { return path_; }

  result<void> write(const logged_transaction& transaction) {
    append_log_line(pending_, transaction);
    return pending_.size() < flush_at_bytes ? result<void>() : flush();
  }
  result<void> flush();
  result<void> close();

 private:
  // Large enough that a write's cost vanishes in that of formatting its hundreds of lines.
  static constexpr std::size_t flush_at_bytes = 32 * 1024;

  transaction_log(std::string path, file_descriptor file);

  std::string path_;
  file_descriptor file_;
  std::string pending_;
};

}  // namespace pgpipe::app::bench
