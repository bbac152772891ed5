#include "compare/axis.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <string>

#include <fmt/format.h>

#include "bench/loop_kind.hpp"
#include "bench/query_mode.hpp"
#include "compare/without_password.hpp"
#include "delay/quantity.hpp"

namespace pgpipe::app::compare {
namespace {

constexpr std::string_view known = "mode, depth, rtt, sync, loop, driver, server, script and clients";

tl::unexpected<error> refuse_value(std::string_view axis, std::string_view value, std::string_view expected) {
  return fail(error_category::usage,
              fmt::format("invalid value \"{}\" of axis {}: expected {}", value, axis, expected));
}

bool is_count(std::string_view text) {
  int number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  return failed == std::errc() && end == text.data() + text.size() && number > 0;
}

result<variant> of_mode(std::string_view value) {
  for (const auto mode : {bench::query_mode::simple, bench::query_mode::extended, bench::query_mode::prepared}) {
    if (value == to_string(mode)) return variant{.label = std::string(value), .arguments = {"-M", std::string(value)}};
  }
  return refuse_value("mode", value, "simple, extended or prepared");
}

result<variant> of_count(std::string_view axis, std::string_view option, std::string_view value) {
  if (!is_count(value)) return refuse_value(axis, value, "a number above 0");
  return variant{.label = fmt::format("{} {}", axis, value), .arguments = {std::string(option), std::string(value)}};
}

result<variant> of_rtt(std::string_view value) {
  const auto rtt = parse_duration(value);
  if (!rtt) return refuse_value("rtt", value, "a duration such as 35ms");
  variant made{.label = fmt::format("rtt {}", value)};
  if (rtt->count() != 0) made.arguments = {"--rtt", std::string(value)};
  return made;
}

result<variant> of_sync(std::string_view value) {
  if (value == "atomic" || value == "isolated") {
    return variant{.label = std::string(value), .arguments = {"--sync", std::string(value)}};
  }
  return refuse_value("sync", value, "atomic or isolated");
}

result<variant> of_loop(std::string_view value) {
  using bench::loop_kind;
  for (const auto kind : {loop_kind::automatic, loop_kind::epoll, loop_kind::io_uring, loop_kind::poll}) {
    if (value == to_string(kind))
      return variant{.label = std::string(value), .arguments = {"--loop", std::string(value)}};
  }
  return refuse_value("loop", value, "auto, epoll, io_uring or poll");
}

result<variant> of_driver(std::string_view value) {
  if (value == "pgpipe") return variant{.label = "pgpipe"};
  if (value == "pgbench") return variant{.label = "pgbench", .driver = driver::pgbench};
  return refuse_value("driver", value, "pgpipe or pgbench");
}

result<variant> make_variant(std::string_view name, std::string_view value) {
  if (name == "mode") return of_mode(value);
  if (name == "depth") return of_count(name, "--depth", value);
  if (name == "clients") return of_count(name, "-c", value);
  if (name == "rtt") return of_rtt(value);
  if (name == "sync") return of_sync(value);
  if (name == "loop") return of_loop(value);
  if (name == "driver") return of_driver(value);
  if (value.empty()) return refuse_value(name, value, "a name");
  if (name == "server") return variant{.label = without_password(value), .arguments = {std::string(value)}};
  if (name == "script") return variant{.label = std::string(value), .scripts = {std::string(value)}};
  return fail(error_category::usage, fmt::format("unknown axis \"{}\": there are {}", name, known));
}

}  // namespace

result<axis> parse_axis(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return fail(error_category::usage, fmt::format("invalid axis \"{}\": expected NAME=VALUE,VALUE", text));
  }
  axis read{.name = std::string(text.substr(0, equals)), .variants = {}};
  std::set<std::string_view> seen;
  for (std::string_view rest = text.substr(equals + 1);;) {
    const std::size_t comma = rest.find(',');
    const std::string_view value = rest.substr(0, comma);
    auto made = make_variant(read.name, value);
    if (!made) return fail(made.error());
    if (!seen.insert(value).second) return refuse_value(read.name, value, "each value once");
    read.variants.push_back(*std::move(made));
    if (comma == std::string_view::npos) return read;
    rest.remove_prefix(comma + 1);
  }
}

result<layout> make_layout(const std::vector<axis>& axes) {
  if (axes.empty()) return fail(error_category::usage, "nothing to compare: name an --axis or a --preset");
  if (axes.size() > 2) return fail(error_category::usage, "a table has two axes at most");
  if (axes.size() == 2 && axes[0].name == axes[1].name) {
    return fail(error_category::usage, fmt::format("axis {} is named twice", axes[0].name));
  }
  layout made{.row_title = axes[0].name, .column_title = {}, .rows = axes[0].variants, .columns = {{}}};
  if (axes.size() == 2) {
    made.column_title = axes[1].name;
    made.columns = axes[1].variants;
  }
  return made;
}

}  // namespace pgpipe::app::compare
