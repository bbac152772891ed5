#include "bench/report.hpp"

#include <iterator>

#include <fmt/format.h>

#include "bench/program_name.hpp"
#include "version.hpp"

namespace pgpipe::app::bench {
namespace {

double to_ms(std::chrono::nanoseconds duration) { return std::chrono::duration<double, std::milli>(duration).count(); }

double percent(double part, std::int64_t whole) { return 100.0 * part / static_cast<double>(whole); }
double percent(std::int64_t part, std::int64_t whole) { return percent(static_cast<double>(part), whole); }

// With three decimals; "NaN", as PostgreSQL's printf has it, for a share of nothing.
std::string share_text(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? "NaN" : fmt::format("{:.3f}", percent(part, whole));
}

// Writes the lines of one report; the parts follow each other as their functions stand here.
class report_writer {
 public:
  explicit report_writer(const report_data& data) : data_(data) {
    for (const script_report& script : data.scripts) {
      total_.merge(script.transactions);
      total_weight_ += script.weight;
    }
  }

  std::string write() {
    settings();
    if (total_.total() <= 0) {  // nothing was run: there are no figures to report
      if (!data_.behaviour.is_at_least(18)) counted("", "failed transactions", 0, total_);
      return std::move(text_);
    }
    outcomes("", total_);
    limits();
    latency();
    open_loop();
    rate();
    if (per_script() || data_.report_per_command) {
      for (std::size_t i = 0; i < data_.scripts.size(); ++i) script(i);
    }
    return std::move(text_);
  }

 private:
  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }

  [[nodiscard]] bool per_script() const { return data_.scripts.size() > 1; }
  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(data_.benchmark_time).count(); }

  void settings() {
    line("transaction type: {}", data_.scripts.size() == 1 ? data_.scripts[0].label : "multiple scripts");
    line("scaling factor: {}", data_.scale);
    if (data_.partitioning) {
      line("partition method: {}", data_.partitioning->method);
      line("partitions: {}", data_.partitioning->partitions);
    }
    line("query mode: {}", to_string(data_.mode));
    line("number of clients: {}", data_.clients);
    line("number of threads: {}", data_.threads);
    if (data_.loop) line("loop: {}", to_string(*data_.loop));
    if (data_.max_tries != 0) line("maximum number of tries: {}", data_.max_tries);
    if (data_.transactions_per_client) {
      const std::int64_t each = *data_.transactions_per_client;
      line("number of transactions per client: {}", each);
      line("number of transactions actually processed: {}/{}", total_.processed, each * data_.clients);
    } else {
      line("duration: {} s", data_.duration.count());
      line("number of transactions actually processed: {}", total_.processed);
    }
    if (!data_.ended_by.empty()) line("ended early: by {} after {:.3f} s", data_.ended_by, seconds());
  }

  void counted(std::string_view prefix, std::string_view what, std::int64_t count, const transaction_statistics& of) {
    line("{}number of {}: {} ({}%)", prefix, what, count, share_text(count, of.total()));
  }

  // Failed, retried and skipped transactions, of the run or of a script.
  void outcomes(std::string_view prefix, const transaction_statistics& of) {
    counted(prefix, "failed transactions", of.failed(), of);
    if (data_.failures_detailed) {
      counted(prefix, "serialization failures", of.serialization_failures, of);
      counted(prefix, "deadlock failures", of.deadlock_failures, of);
      if (data_.behaviour.is_at_least(19)) counted(prefix, "other failures", of.other_failures, of);
    }
    if (data_.max_tries != 1) {
      counted(prefix, "transactions retried", of.retried, of);
      line("{}total number of retries: {}", prefix, of.retries);
    }
    if (data_.throttled && data_.latency_limit_ms) counted(prefix, "transactions skipped", of.skipped, of);
  }

  void limits() {
    if (!data_.latency_limit_ms) return;
    line("number of transactions above the {:.1f} ms latency limit: {}/{} ({:.3f}%)", *data_.latency_limit_ms,
         total_.late, total_.processed, total_.processed > 0 ? percent(total_.late, total_.processed) : 0.0);
  }

  void measured_latency(std::string_view prefix, const duration_statistics& measured) {
    if (measured.count() == 0) return;
    line("{}latency average = {:.3f} ms", prefix, measured.average_ms());
    line("{}latency stddev = {:.3f} ms", prefix, measured.stddev_ms());
    percentiles(fmt::format("{}latency", prefix), measured);
  }

  void percentiles(std::string_view what, const duration_statistics& measured) {
    if (data_.percentiles.empty() || measured.count() == 0) return;
    std::string text;
    for (const double percent : data_.percentiles) {
      fmt::format_to(std::back_inserter(text), "{} p{} = {:.3f} ms", text.empty() ? "" : ",", percent,
                     measured.percentile_ms(percent));
    }
    line("{} percentiles:{}", what, text);
  }

  void latency() {
    if (data_.throttled || data_.progress || data_.latency_limit_ms || !data_.percentiles.empty()) {
      measured_latency("", total_.latency);
    } else {
      // pgbench measures single transactions only for the options above, and derives the average from the whole.
      line("latency average = {:.3f} ms{}",
           to_ms(data_.benchmark_time) * data_.clients / static_cast<double>(total_.total()),
           total_.failed() > 0 ? " (including failures)" : "");
    }
    if (data_.throttled) {
      line("rate limit schedule lag: avg {:.3f} (max {:.3f}) ms", total_.lag.average_ms(), to_ms(total_.lag.max()));
    }
  }

  // The latencies above count from the planned starts; these figures tell how much of them was waiting for a client.
  void open_loop() {
    if (!data_.open_loop) return;
    const open_loop_statistics& of = *data_.open_loop;
    line("latency maximum = {:.3f} ms", to_ms(total_.latency.max()));
    percentiles("schedule lag", total_.lag);
    line("service time average = {:.3f} ms (max {:.3f}), from the actual start", of.service.average_ms(),
         to_ms(of.service.max()));
    percentiles("service time", of.service);
    line("number of transactions started late: {} ({:.3f}%), at most {} waiting", of.late_starts,
         percent(of.late_starts, total_.total()), of.most_waiting);
    line("number of transactions dropped: {}", of.dropped);
  }

  void rate() {
    const double tps = static_cast<double>(total_.processed) / seconds();
    if (data_.connect) {
      line("average connection time = {:.3f} ms",
           to_ms(data_.connection_time) / static_cast<double>(total_.processed + total_.failed()));
      percentiles("connection time", data_.connecting);
      line("tps = {:f} (including reconnection times)", tps);
    } else {
      line("initial connection time = {:.3f} ms", to_ms(data_.connection_time));
      percentiles("connection time", data_.connecting);
      line("tps = {:f} (without initial connection time)", tps);
    }
  }

  void script(std::size_t index) {
    const script_report& script = data_.scripts[index];
    if (per_script()) {
      const transaction_statistics& of = script.transactions;
      line("SQL script {}: {}", index + 1, script.label);
      line(" - weight: {} (targets {:.1f}% of total)", script.weight,
           percent(static_cast<std::int64_t>(script.weight), total_weight_));
      counts(of);
      measured_latency(" - ", of.latency);
    }
    if (data_.report_per_command) commands(script);
  }

  [[nodiscard]] std::string command_latency(const duration_statistics& measured) const {
    if (!data_.command_percentiles) return fmt::format("{:11.3f}", measured.average_ms());
    return fmt::format("{:11.3f} {:11.3f} {:11.3f}", measured.average_ms(), measured.percentile_ms(50),
                       measured.percentile_ms(99));
  }

  // How often a script was run. Until version 17 failed and skipped transactions count nowhere, and the shares of
  // nothing are told.
  void counts(const transaction_statistics& of) {
    if (!data_.behaviour.is_at_least(18)) {
      line(" - {} transactions ({:.1f}% of total, tps = {:f})", of.processed, percent(of.processed, total_.processed),
           static_cast<double>(of.processed) / seconds());
      return outcomes(" - ", of);
    }
    line(" - {} transactions ({:.1f}% of total)", of.total(), percent(of.total(), total_.total()));
    if (of.total() == 0) return;
    line(" - number of transactions actually processed: {} (tps = {:f})", of.processed,
         static_cast<double>(of.processed) / seconds());
    outcomes(" - ", of);
  }

  void commands(const script_report& script) {
    const bool one_try = data_.max_tries == 1;
    line("{}statement latencies in milliseconds{}{}:", per_script() ? " - " : "",
         data_.command_percentiles ? " (average, p50, p99)" : "", one_try ? " and failures" : ", failures and retries");
    const std::string_view gap = data_.behaviour.is_at_least(18) ? " " : "  ";
    for (std::size_t i = 0; i < script.command_texts.size(); ++i) {
      const command_statistics of = i < script.commands.size() ? script.commands[i] : command_statistics{};
      const std::string& text = script.command_texts[i];
      const std::string time = command_latency(of.latency);
      if (one_try) {
        line("   {}  {:10}{}{}", time, of.failures, gap, text);
      } else {
        line("   {}  {:10}{}{:10}{}{}", time, of.failures, gap, of.retries, gap, text);
      }
    }
  }

  const report_data& data_;
  transaction_statistics total_;
  std::int64_t total_weight_ = 0;
  std::string text_;
};

}  // namespace

std::string format_banner(std::string_view server_version) {
  return is_called_pgbench() ? fmt::format("pgbench (pgpipe {}, server {})\n", version, server_version)
                             : fmt::format("pgpipe bench ({}, server {})\n", version, server_version);
}

std::string format_report(const report_data& data) { return report_writer(data).write(); }

}  // namespace pgpipe::app::bench
