#include "bench/setup_connection.hpp"

#include <cstdio>

#include <pgpipe/client/surroundings.hpp>

#include "bench/conninfo.hpp"
#include "bench/log.hpp"
#include "bench/server_text.hpp"

namespace pgpipe::app::bench {
namespace {

result<connection> open(const connection_options& options) {
  const auto conninfo = make_conninfo(options);
  if (!conninfo) return fail(conninfo.error());
  const auto complete = options_from_conninfo(*conninfo);
  if (!complete) return fail(complete.error());
  return connection::open(*complete);
}

void show_notice(const server_message& notice) {
  const std::string text = format_server_message(notice) + '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

std::optional<connection> open_setup_connection(const connection_options& options, std::string_view purpose) {
  auto opened = open(options);
  if (!opened) {
    log::error("{}", opened.error().text());
    log::error("could not create connection for {}", purpose);
    return std::nullopt;
  }
  opened->on_notice(show_notice);
  return std::move(*opened);
}

bool execute(connection& on, std::string_view sql) {
  const auto done = on.exec(sql);
  if (done) return true;
  log::error("query failed: {}", describe(done.error(), sql));
  log::detail("Query was: {}", sql);
  return false;
}

}  // namespace pgpipe::app::bench
