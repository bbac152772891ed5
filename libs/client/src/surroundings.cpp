#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>

#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <pgpipe/client/surroundings.hpp>
#include <pgpipe/protocol/pgpass.hpp>

#include "account.hpp"
#include "locale_encoding.hpp"

namespace pgpipe {
namespace {

// Gives the hosts that have no password the one of the password file. A file that is missing counts as empty; so does
// one that others may read, as with libpq, but that is kept to be told if the password is missed.
void apply_password_file(protocol::connect_options& options) {
  const std::string path = options.passfile.empty() ? detail::personal_file(".pgpass") : options.passfile;
  struct stat facts{};
  if (path.empty() || stat(path.c_str(), &facts) != 0) return;
  if (!S_ISREG(facts.st_mode)) {
    options.passfile_ignored = "password file \"" + path + "\" was ignored: it is not a plain file";
  } else if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    options.passfile_ignored =
        "password file \"" + path +
        "\" was ignored: it has group or world access; permissions should be u=rw (0600) or less";
  } else {
    std::ifstream file(path, std::ios::binary);
    protocol::apply_pgpass(options, std::string{std::istreambuf_iterator<char>(file), {}});
  }
}

void fill_randomly(void* into, std::size_t size) {
  std::size_t filled = 0;
  while (filled != size) {
    const ssize_t n = getrandom(static_cast<char*>(into) + filled, size - filled, 0);
    if (n > 0) filled += static_cast<std::size_t>(n);
  }
}

}  // namespace

protocol::connect_environment process_environment() {
  protocol::connect_environment environment;
  environment.variable = [](std::string_view name) -> std::optional<std::string> {
    const char* value = std::getenv(std::string(name).c_str());
    if (value == nullptr) return std::nullopt;
    return value;
  };
  environment.os_user = detail::account_of(geteuid()).name;
  environment.locale_encoding = detail::locale_encoding();
  return environment;
}

result<protocol::connect_options> options_from_conninfo(std::string_view conninfo) {
  auto given = protocol::conninfo::parse(conninfo);
  if (!given) return fail(std::move(given).error());
  return options_from_conninfo(*given);
}

result<protocol::connect_options> options_from_conninfo(const protocol::conninfo& given) {
  protocol::conninfo completed = given;
  if (auto applied = apply_service_files(completed); !applied) return fail(std::move(applied).error());
  auto options = protocol::make_connect_options(completed, process_environment());
  if (options) apply_password_file(*options);
  return options;
}

net::dial_options dial_options_from(const protocol::connect_options& options) {
  net::dial_options dial;
  dial.keepalives = options.keepalives.enabled;
  dial.keepalives_idle = std::chrono::seconds(options.keepalives.idle);
  dial.keepalives_interval = std::chrono::seconds(options.keepalives.interval);
  dial.keepalives_count = options.keepalives.count;
  dial.tcp_user_timeout = options.tcp_user_timeout;
  return dial;
}

result<std::string> peer_user(int fd) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) {
    return fail(error_category::io, "who runs the server cannot be found out");
  }
  std::string name = detail::account_of(peer.uid).name;
  if (!name.empty()) return name;
  return fail(error_category::io,
              "the system knows no name of user " + std::to_string(peer.uid) + ", who runs the server");
}

protocol::scram_nonce fresh_nonce() {
  protocol::scram_nonce nonce{};
  fill_randomly(nonce.data(), nonce.size());
  return nonce;
}

std::uint64_t fresh_seed() {
  std::uint64_t seed = 0;
  fill_randomly(&seed, sizeof seed);
  return seed;
}

}  // namespace pgpipe
