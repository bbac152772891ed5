#include "bench/setup_connection.hpp"

#include <cstdio>
#include <string>

#include <pgpipe/client/surroundings.hpp>

#include "bench/conninfo.hpp"
#include "bench/log.hpp"
#include "bench/password_prompt.hpp"
#include "bench/server_text.hpp"

namespace pgpipe::app::bench {
namespace {

std::optional<connection> no_connection(const error& why, std::string_view purpose) {
  log::error("{}", why.text());
  log::error("could not create connection for {}", purpose);
  return std::nullopt;
}

void show_notice(const server_message& notice) {
  const std::string text = format_server_message(notice) + '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

std::optional<connection> open_setup_connection(protocol::connect_options& to, std::string_view purpose) {
  auto opened = connection::open(to);
  if (!opened && needs_password(opened.error())) {
    const std::string typed = ask_for_password();
    for (protocol::host_spec& host : to.hosts) host.password = typed;
    opened = connection::open(to);
  }
  if (!opened) return no_connection(opened.error(), purpose);
  opened->on_notice(show_notice);
  return std::move(*opened);
}

std::optional<connection> open_setup_connection(const connection_options& options, std::string_view purpose) {
  const auto conninfo = make_conninfo(options);
  if (!conninfo) return no_connection(conninfo.error(), purpose);
  auto complete = options_from_conninfo(*conninfo);
  if (!complete) return no_connection(complete.error(), purpose);
  return open_setup_connection(*complete, purpose);
}

bool execute(connection& on, std::string_view sql) {
  const auto done = on.exec(sql);
  if (done) return true;
  log::error("query failed: {}", describe(done.error(), sql));
  log::detail("Query was: {}", sql);
  return false;
}

}  // namespace pgpipe::app::bench
