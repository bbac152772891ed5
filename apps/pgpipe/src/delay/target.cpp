#include "delay/target.hpp"

#include <chrono>
#include <string>

#include <fmt/format.h>

#include <pgpipe/client/surroundings.hpp>
#include <pgpipe/net/dial.hpp>
#include <pgpipe/protocol/conninfo.hpp>

namespace pgpipe::app::delay {
namespace {

constexpr std::chrono::seconds dial_limit{10};

result<protocol::connect_options> options_of(std::string_view target) {
  protocol::conninfo made;
  if (protocol::is_connection_string(target)) {
    if (auto merged = made.merge(target); !merged) return fail(merged.error());
    return options_from_conninfo(made);
  }
  const std::size_t colon = target.starts_with('/') ? std::string_view::npos : target.rfind(':');
  std::string_view host = target.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  if (auto set = made.set("host", host); !set) return fail(set.error());
  if (colon != std::string_view::npos) {
    if (auto set = made.set("port", target.substr(colon + 1)); !set) return fail(set.error());
  }
  return options_from_conninfo(made);
}

}  // namespace

result<net::socket_address> reachable_address(const protocol::connect_options& options) {
  if (options.hosts.size() != 1) {
    return fail(error_category::usage, "a link leads to one server: several hosts cannot be its target");
  }
  const protocol::host_spec& host = options.hosts.front();
  const std::string& name = host.hostaddr.empty() ? host.host : host.hostaddr;
  const auto complain = [&](const error& why) {
    return fail(error(why).add_context(fmt::format("could not reach \"{}\", port {}", name, host.port)));
  };
  const auto found = net::resolve(name, host.port);
  if (!found) return complain(found.error());
  result<net::socket> dialled = fail(error_category::io, "no address");
  for (const net::socket_address& each : *found) {
    dialled = net::dial(each, {}, std::chrono::steady_clock::now() + dial_limit);
    if (dialled) return each;
  }
  return complain(dialled.error());
}

result<net::socket_address> reachable_address(std::string_view target) {
  const auto options = options_of(target);
  if (!options) return fail(options.error());
  return reachable_address(*options);
}

}  // namespace pgpipe::app::delay
