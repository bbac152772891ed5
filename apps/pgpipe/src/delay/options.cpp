#include "delay/options.hpp"

#include <charconv>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <getopt.h>

namespace pgpipe::app::delay {
namespace {

// The options of a link come behind these, by their place in link_option_names().
enum : int { listen_option = 1, target_option, seed_option, help_option, first_link_option };

std::vector<::option> long_options() {
  std::vector<::option> all = {{"listen", required_argument, nullptr, listen_option},
                               {"target", required_argument, nullptr, target_option},
                               {"random-seed", required_argument, nullptr, seed_option},
                               {"help", no_argument, nullptr, help_option}};
  int value = first_link_option;
  for (const std::string_view each : link_option_names()) {
    all.push_back({each.data(), required_argument, nullptr, value++});
  }
  all.push_back({nullptr, 0, nullptr, 0});
  return all;
}

result<void> set_seed(std::uint64_t& into, std::string_view value) {
  const auto [end, failed] = std::from_chars(value.data(), value.data() + value.size(), into);
  if (failed == std::errc() && end == value.data() + value.size()) return {};
  return fail(error_category::usage, fmt::format("invalid value \"{}\" for --random-seed: expected a number", value));
}

result<void> apply(options& into, int option) {
  const std::string_view value = optarg == nullptr ? "" : optarg;
  switch (option) {
    case listen_option: into.listen = value; return {};
    case target_option: into.target = value; return {};
    case seed_option: return set_seed(into.random_seed, value);
    case help_option:
    case '?': into.action = action::help; return {};
    default:
      return set_link_option(into.link, link_option_names()[static_cast<std::size_t>(option - first_link_option)],
                             value);
  }
}

}  // namespace

result<options> parse_options(int argc, char** argv) {
  options read;
  const std::vector<::option> known = long_options();
  optind = 0;  // glibc: forget the command line that was read before
  opterr = 0;  // the complaints are ours
  for (;;) {
    const int option = ::getopt_long(argc, argv, ":?", known.data(), nullptr);
    if (option == -1) break;
    const std::string_view argument = argv[optind - 1];
    if (option == '?' && argument != "-?") {
      return fail(error_category::usage, fmt::format("unrecognized option \"{}\"", argument));
    }
    if (option == ':') return fail(error_category::usage, fmt::format("option \"{}\" requires a value", argument));
    if (auto done = apply(read, option); !done) return fail(done.error());
  }
  if (read.action == action::help) return read;
  if (optind < argc) {
    return fail(error_category::usage, fmt::format("too many command-line arguments (first is \"{}\")", argv[optind]));
  }
  if (read.listen.empty()) return fail(error_category::usage, "--listen is missing: where to listen");
  if (read.target.empty()) return fail(error_category::usage, "--target is missing: the server to lead to");
  return read;
}

std::string help_text() {
  return R"(pgpipe delay puts a network between clients and a server on one machine.

Usage:
  pgpipe delay --listen ADDR --target CONN [OPTION]...

Options:
  --listen=ADDR         HOST:PORT, a port of 127.0.0.1 (0: any free one), a path for a
                        Unix socket, or a directory to hold one under the usual name
  --target=CONN         the server: HOST:PORT, a directory of a Unix socket, or a
                        connection string or URI
  --rtt=TIME            round trip, half of it each way, e.g. 35ms
  --jitter=TIME         up to so much more for what is sent at once; the order stays
  --bandwidth=RATE      of each direction, e.g. 10MB or 100Mbit a second
  --loss-stall=SHARE    of packets that are lost and sent again after 200 ms and a
                        round trip, while all behind them waits, e.g. 0.1%
  --segment=BYTES       pass on at most so many bytes at once
  --stall-at=TIME:TIME  nothing passes for the second TIME, from the first one on after
                        the first connection; may be repeated
  --cut-after=BYTES|TIME
                        break each connection after so many of the server's bytes, or
                        after so long
  --random-seed=NUM     of jitter and losses (default: 0)
  -?, --help            show this help, then exit

Prints a line when it is ready, and runs until a signal ends it. Exit status: 0 then,
1 when it could not begin.
)";
}

}  // namespace pgpipe::app::delay
