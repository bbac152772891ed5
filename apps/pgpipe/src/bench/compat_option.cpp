#include "bench/compat_option.hpp"

#include <string_view>
#include <utility>

#include "bench/option_table.hpp"
#include "bench/option_value.hpp"

namespace pgpipe::app::bench {

tl::expected<compat_option, complaint> take_compat_option(int argc, char** argv) {
  constexpr std::string_view name = "--compat";
  compat_option taken;
  int i = 0;
  for (; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string_view argument = argv[i];
    const bool has_value = argument.starts_with(name) && argument.substr(name.size()).starts_with('=');
    if (argument != name && !has_value) {
      taken.arguments.push_back(argv[i]);
      continue;
    }
    const char* const value = has_value ? argv[i] + name.size() + 1 : argv[++i];
    if (value == nullptr) {
      return tl::make_unexpected(complaint{"option '--compat' requires an argument", {}, help_hint(), {}});
    }
    auto version = parse_number(value, name, compatibility::oldest_version, compatibility::newest_version);
    if (!version) return tl::make_unexpected(std::move(version.error()));
    taken.version = *version;
  }
  for (; i < argc; ++i) taken.arguments.push_back(argv[i]);
  taken.arguments.push_back(nullptr);
  return taken;
}

}  // namespace pgpipe::app::bench
