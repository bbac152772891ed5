#include "compare/report.hpp"

#include <cmath>

#include <fmt/format.h>

#include "compare/text_table.hpp"

namespace pgpipe::app::compare {
namespace {

using lines = std::vector<std::vector<std::string>>;

// With three digits that mean something, and commas from a thousand on.
std::string number(double value) {
  if (value >= 1000) {
    const std::string digits = fmt::format("{:.0f}", value);
    std::string text;
    for (std::size_t i = 0; i != digits.size(); ++i) {
      if (i != 0 && (digits.size() - i) % 3 == 0) text += ',';
      text += digits[i];
    }
    return text;
  }
  return fmt::format("{:.{}f}", value, value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3);
}

std::string number(const std::optional<double>& value) { return value ? number(*value) : "not available"; }

std::string ratio_text(double ratio) { return fmt::format("{:.{}f}x", ratio, ratio < 10 ? 2 : 1); }

std::string ratio_cell(const cell& measured, bool is_baseline) {
  if (is_baseline) return "1";
  const auto around = measured.ratio.interval();
  const std::string text = ratio_text(measured.ratio.estimate());
  return around ? fmt::format("{} ({} to {})", text, ratio_text(around->low), ratio_text(around->high)) : text;
}

std::string verdict_of(const cell& measured, bool is_baseline) {
  if (is_baseline) return "what the others are compared with";
  return verdict(measured.ratio.estimate(), measured.ratio.interval());
}

std::string speed_table(const layout& what, const cells& measured, std::size_t column) {
  lines table = {{what.row_title, "tps", "statements/s", "average ms", "p50 ms", "p99 ms", "ratio", "  verdict"}};
  for (std::size_t row = 0; row != measured.size(); ++row) {
    const cell& each = measured[row][column];
    const cell_figures of = figures_of(each);
    table.push_back({what.rows[row].label, number(of.tps), number(of.statements_s), number(of.average_ms),
                     number(of.p50_ms), number(of.p99_ms), row == 0 ? "1" : ratio_text(each.ratio.estimate()),
                     "  " + verdict_of(each, row == 0)});
  }
  return format_table(table, true);
}

std::string cost_table(const layout& what, const cells& measured, std::size_t column) {
  lines table = {
      {what.row_title, "user us", "system us", "cycles", "instructions", "calls", "switches", "bytes out", "bytes in"}};
  for (std::size_t row = 0; row != measured.size(); ++row) {
    const cell_figures of = figures_of(measured[row][column]);
    table.push_back({what.rows[row].label, number(of.user_us), number(of.system_us), number(of.cycles),
                     number(of.instructions), number(of.system_calls), number(of.context_switches),
                     number(of.bytes_sent), number(of.bytes_received)});
  }
  return format_table(table);
}

// Whose transactions failed: tps counts those that succeeded only, so that a way that fails much is not just slow.
std::string told_failures(const layout& what, const cells& measured, std::size_t column) {
  std::string text;
  for (std::size_t row = 0; row != measured.size(); ++row) {
    double failed = 0;
    double all = 0;
    for (const sample& each : measured[row][column].samples) {
      failed += each.failed;
      all += each.failed + each.transactions;
    }
    if (failed == 0) continue;
    text += fmt::format("Of \"{}\" {:.2g}% of the transactions failed, which tps does not count.\n",
                        what.rows[row].label, failed / all * 100);
  }
  return text.empty() ? text : text + '\n';
}

std::string ratio_table(const layout& what, const cells& measured) {
  lines table = {{what.row_title}};
  for (const variant& each : what.columns) table.front().push_back(each.label);
  for (std::size_t row = 0; row != measured.size(); ++row) {
    std::vector<std::string>& line = table.emplace_back();
    line.push_back(what.rows[row].label);
    for (const cell& each : measured[row]) line.push_back(ratio_cell(each, row == 0));
  }
  return format_table(table);
}

}  // namespace

std::string format_report(const layout& what, const cells& measured) {
  const bool has_columns = !what.column_title.empty();
  std::string text;
  if (has_columns) {
    text +=
        fmt::format("Ratio of tps to the first line's, with its 95% interval:\n\n{}\n", ratio_table(what, measured));
  }
  for (std::size_t column = 0; column != what.columns.size(); ++column) {
    if (has_columns) text += fmt::format("{}: {}\n\n", what.column_title, what.columns[column].label);
    text += speed_table(what, measured, column) + '\n';
    text +=
        "The client's user and system CPU, cycles and instructions a statement; system calls of its loop, context\n"
        "switches and bytes a transaction:\n\n";
    text += cost_table(what, measured, column) + '\n' + told_failures(what, measured, column);
  }
  return text;
}

std::string format_summary(const layout& what, const cells& measured) {
  const cell* best = nullptr;
  std::size_t best_row = 0;
  std::size_t best_column = 0;
  for (std::size_t row = 1; row < measured.size(); ++row) {
    for (std::size_t column = 0; column != measured[row].size(); ++column) {
      if (best != nullptr && measured[row][column].ratio.estimate() <= best->ratio.estimate()) continue;
      best = &measured[row][column];
      best_row = row;
      best_column = column;
    }
  }
  if (best == nullptr) return {};
  const std::string& where = what.columns[best_column].label;
  return fmt::format("Compared with \"{}\"{}, \"{}\" is: {}.\n", what.rows[0].label,
                     where.empty() ? "" : fmt::format(" ({})", where), what.rows[best_row].label,
                     verdict(best->ratio.estimate(), best->ratio.interval()));
}

}  // namespace pgpipe::app::compare
