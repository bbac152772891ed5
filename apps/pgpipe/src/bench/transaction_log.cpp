#include "bench/transaction_log.hpp"

#include <cerrno>
#include <cstring>
#include <iterator>

#include <fcntl.h>
#include <fmt/compile.h>
#include <fmt/format.h>

#include "bench/retry.hpp"

namespace pgpipe::app::bench {
namespace {

std::int64_t to_us(std::chrono::nanoseconds duration) {
  return std::chrono::duration_cast<std::chrono::microseconds>(duration).count();
}

}  // namespace

void append_log_line(std::string& text, const logged_transaction& transaction) {
  const auto out = std::back_inserter(text);
  const std::int64_t end_us = to_us(transaction.end.time_since_epoch());
  fmt::format_to(out, FMT_COMPILE("{} {} "), transaction.client, transaction.number);
  switch (transaction.ended) {
    case logged_transaction::outcome::processed:
      fmt::format_to(out, FMT_COMPILE("{}"), to_us(transaction.latency));
      break;
    case logged_transaction::outcome::skipped: text += "skipped"; break;
    case logged_transaction::outcome::failed:
      text += transaction.tells_why ? to_string(transaction.why) : "failed";
      break;
  }
  fmt::format_to(out, FMT_COMPILE(" {} {} {}"), transaction.script, end_us / 1000000, end_us % 1000000);
  if (transaction.lag) fmt::format_to(out, FMT_COMPILE(" {}"), to_us(*transaction.lag));
  if (transaction.retries) fmt::format_to(out, FMT_COMPILE(" {}"), *transaction.retries);
  text += '\n';
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
