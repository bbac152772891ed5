#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <pgpipe/base/result.hpp>

#include "bench/file_descriptor.hpp"
#include "bench/log_aggregate.hpp"
#include "bench/logged_transaction.hpp"
#include "bench/random.hpp"

namespace pgpipe::app::bench {

// Appends the line of `transaction` to `text`: "client number time script epoch_s epoch_us [lag] [retries]".
void append_log_line(std::string& text, const logged_transaction& transaction);

// The transaction log of one thread (-l), at PREFIX.PID for thread 0 and PREFIX.PID.THREAD for the others: a line for
// each transaction, for a random sample of them, or for each interval of time. Lines are collected and written many at
// a time, always whole ones, so that a log cut short ends at a line's end.
//
// Call order: open(), then sample() or begin_intervals() where wanted, write() for each transaction in the order of
// their ends, then finish() for the last interval and the errors of the last writes.
class transaction_log {
 public:
  [[nodiscard]] static result<transaction_log> open(const std::string& prefix, int thread);

  transaction_log(transaction_log&&) = default;
  transaction_log& operator=(transaction_log&&) = delete;
  ~transaction_log() { (void)flush(); }

  [[nodiscard]] const std::string& path() const { return path_; }

  // Only this share of the transactions, drawn as pgbench draws it (--sampling-rate).
  void sample(double rate, random_state random) { sampling_.emplace(rate, random); }
  // Only the sums of each interval (--aggregate-interval), the first of which begins about `start`.
  void begin_intervals(const log_aggregate::settings& settings, std::chrono::system_clock::time_point start) {
    aggregate_.emplace(settings, start);
  }

  result<void> write(const logged_transaction& transaction) {
    if (aggregate_) {
      aggregate_->add(transaction, pending_);
    } else if (!sampling_ || sampling_->random.unit() <= sampling_->rate) {
      append_log_line(pending_, transaction);
    }
    return pending_.size() < flush_at_bytes ? result<void>() : flush();
  }
  result<void> finish(std::chrono::system_clock::time_point end);

 private:
  // Large enough that a write's cost vanishes in that of formatting its hundreds of lines.
  static constexpr std::size_t flush_at_bytes = 32 * 1024;

  struct sampling {
    sampling(double share, random_state state) : rate(share), random(state) {}
    double rate;
    random_state random;
  };

  transaction_log(std::string path, file_descriptor file);
  result<void> flush();

  std::string path_;
  file_descriptor file_;
  std::string pending_;
  std::optional<sampling> sampling_;
  std::optional<log_aggregate> aggregate_;
};

}  // namespace pgpipe::app::bench
