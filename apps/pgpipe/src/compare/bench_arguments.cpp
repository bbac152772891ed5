#include "compare/bench_arguments.hpp"

namespace pgpipe::app::compare {

tl::expected<bench::options, bench::complaint> read_bench(words arguments) {
  arguments.insert(arguments.begin(), "bench");
  std::vector<char*> argv;
  for (std::string& each : arguments) argv.push_back(each.data());
  argv.push_back(nullptr);
  return bench::parse_options(static_cast<int>(arguments.size()), argv.data(), {.announce = false});
}

namespace {

words with(words arguments, std::initializer_list<const char*> more) {
  arguments.insert(arguments.begin(), more.begin(), more.end());
  return arguments;
}

}  // namespace

// The default disappears when another script is named.
bool names_script(const words& arguments) {
  const auto read = read_bench(with(arguments, {"-S"}));
  return read && read->scripts.size() > 1;
}

// A server of its own is refused beside another one.
bool names_server(const words& arguments) {
  return read_bench(arguments).has_value() && !read_bench(with(arguments, {"--embedded"})).has_value();
}

bool says_how_long(const words& arguments) {
  const auto read = read_bench(arguments);
  return read && (read->duration || !read_bench(with(arguments, {"-T", "1"})).has_value());
}

words without_flag(const words& arguments, std::string_view name, std::string_view least) {
  words kept;
  for (const std::string& each : arguments) {
    if (!(each.starts_with(least) && name.starts_with(each))) kept.push_back(each);
  }
  return kept;
}

words without_option(const words& arguments, std::string_view name) {
  words kept;
  for (std::size_t i = 0; i != arguments.size(); ++i) {
    const std::string& each = arguments[i];
    if (each == name && i + 1 != arguments.size()) {
      ++i;
    } else if (!each.starts_with(std::string(name) + "=")) {
      kept.push_back(each);
    }
  }
  return kept;
}

}  // namespace pgpipe::app::compare
