#include "bench/server_version.hpp"

#include <algorithm>
#include <charconv>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/surroundings.hpp>

#include "bench/compat_option.hpp"
#include "bench/conninfo.hpp"

namespace pgpipe::app::bench {
namespace {

constexpr compatibility newest(compatibility::newest_version);
constexpr compatibility oldest(compatibility::oldest_version);

bool connects(const options& parsed) { return parsed.action == action::run || parsed.action == action::initialize; }

}  // namespace

std::optional<compatibility> behaviour_of_server(const connection_options& to) {
  const auto conninfo = make_conninfo(to);
  if (!conninfo) return std::nullopt;
  const auto complete = options_from_conninfo(*conninfo);
  if (!complete) return std::nullopt;
  const auto opened = connection::open(*complete);
  if (!opened) return std::nullopt;
  const std::string_view text = opened->parameter_status("server_version");
  int major = compatibility::newest_version;
  std::from_chars(text.data(), text.data() + text.size(), major);
  return compatibility(std::clamp(major, compatibility::oldest_version, compatibility::newest_version));
}

tl::expected<options, complaint> parse_options_as_server(int argc, char** argv) {
  const auto chosen = take_compat_option(argc, argv);
  if (!chosen || chosen->version) return parse_options(argc, argv);
  const auto recent = parse_options(argc, argv, {.behaviour = newest, .announce = false});
  const auto old = parse_options(argc, argv, {.behaviour = oldest, .announce = false});
  std::optional<compatibility> found;
  if (recent && connects(*recent)) found = behaviour_of_server(recent->connection);
  // What the newest takes for the database's name may be another option that stands behind the older ones' -d.
  const bool may_differ = !recent || !old || recent->connection.dbname != old->connection.dbname;
  if (!found && old && connects(*old) && may_differ) found = behaviour_of_server(old->connection);
  return parse_options(argc, argv, {.behaviour = found.value_or(!recent && old ? oldest : newest)});
}

}  // namespace pgpipe::app::bench
