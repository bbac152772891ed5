#include "bench/transaction_log.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>

#include "bench/retry.hpp"

namespace pgpipe::app::bench {
namespace {

std::int64_t to_us(std::chrono::nanoseconds duration) {
  return std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
}

constexpr std::array<char, 200> make_digit_pairs() {
  std::array<char, 200> pairs{};
  for (std::size_t i = 0; i != 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}
constexpr std::array<char, 200> digit_pairs = make_digit_pairs();

// A line from its last column to its first: backwards a number needs no look at its length. Of all that is optional a
// log costs a busy client most, and this takes half the instructions of general formatting.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): only what is filled is read, and a line should not pay
class backward_line {
 public:
  // Not negative.
  void number(std::int64_t number) {
    auto left = static_cast<std::uint64_t>(number);
    end_column();
    char* first = begin_;
    for (; left > std::numeric_limits<std::uint32_t>::max(); left /= 100) first = put_pair(first, left % 100);
    auto low = static_cast<std::uint32_t>(left);  // whose division is cheaper
    for (; low >= 10; low /= 100) first = put_pair(first, low % 100);
    if (low != 0 || first == begin_) *--first = static_cast<char>('0' + low);
    begin_ = first;
  }
  void word(std::string_view word) {
    end_column();
    begin_ -= word.size();
    std::copy(word.begin(), word.end(), begin_);
  }

  [[nodiscard]] std::string_view text() const { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }

 private:
  static char* put_pair(char* end, std::size_t pair) {
    std::memcpy(end - 2, &digit_pairs[2 * pair], 2);
    return end - 2;
  }
  void end_column() {
    const char separator = begin_ == end_ ? '\n' : ' ';
    *--begin_ = separator;
  }

  std::array<char, 256> text_;  // eight columns of up to 21 characters
  char* const end_ = text_.data() + text_.size();
  char* begin_ = end_;
};

}  // namespace

void append_log_line(std::string& text, const logged_transaction& transaction) {
  const std::int64_t end_us = to_us(transaction.end.time_since_epoch());
  backward_line line;
  if (transaction.retries) line.number(*transaction.retries);
  if (transaction.lag) line.number(to_us(*transaction.lag));
  line.number(end_us % 1000000);
  line.number(end_us / 1000000);
  line.number(transaction.script);
  switch (transaction.ended) {
    case logged_transaction::outcome::processed: line.number(to_us(transaction.latency)); break;
    case logged_transaction::outcome::skipped: line.word("skipped"); break;
    case logged_transaction::outcome::failed:
      line.word(transaction.tells_why ? to_string(transaction.why) : "failed");
      break;
  }
  line.number(transaction.number);
  line.number(transaction.client);
  text += line.text();
}

transaction_log::transaction_log(std::string path, file_descriptor file)
    : path_(std::move(path)), file_(std::move(file)) {
  pending_.reserve(flush_at_bytes + 256);
}

result<transaction_log> transaction_log::open(const std::string& prefix, int thread) {
  std::string path = fmt::format("{}.{}", prefix, ::getpid());
  if (thread > 0) path += fmt::format(".{}", thread);
  file_descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file) {
    return fail(error_category::io, fmt::format("could not open logfile \"{}\": {}", path, std::strerror(errno)));
  }
  return transaction_log(std::move(path), std::move(file));
}

result<void> transaction_log::flush() {
  std::size_t written = 0;
  while (written < pending_.size()) {
    const ssize_t n = ::write(file_.get(), pending_.data() + written, pending_.size() - written);
    if (n < 0) {
      if (errno == EINTR) continue;
      pending_.clear();
      return fail(error_category::io,
                  fmt::format("could not write to logfile \"{}\": {}", path_, std::strerror(errno)));
    }
    written += static_cast<std::size_t>(n);
  }
  pending_.clear();
  return {};
}

result<void> transaction_log::finish(std::chrono::system_clock::time_point end) {
  if (aggregate_) aggregate_->finish(end, pending_);
  result<void> flushed = flush();
  file_.reset();
  return flushed;
}

}  // namespace pgpipe::app::bench
