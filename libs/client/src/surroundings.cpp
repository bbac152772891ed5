#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>

#include <pwd.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <pgpipe/client/surroundings.hpp>
#include <pgpipe/protocol/pgpass.hpp>

namespace pgpipe {
namespace {

struct account {
  std::string name;
  std::string home;
};

// Empty texts where the system knows no such user.
account current_account() {
  std::array<char, 4096> buffer{};
  passwd entry{};
  passwd* found = nullptr;
  if (getpwuid_r(geteuid(), &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr) return {};
  return {found->pw_name, found->pw_dir};
}

std::string home_directory() {
  const char* home = std::getenv("HOME");
  return home != nullptr && *home != '\0' ? std::string(home) : current_account().home;
}

std::string read_private_file(const std::string& path) {
  struct stat facts{};
  if (stat(path.c_str(), &facts) != 0 || !S_ISREG(facts.st_mode)) return {};
  if ((facts.st_mode & (S_IRWXG | S_IRWXO)) != 0) return {};
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A file of ~/.postgresql, or nothing when it is not there.
std::string personal_file(std::string_view name) {
  const std::string home = home_directory();
  if (home.empty()) return {};
  std::string path = home + "/.postgresql/" + std::string(name);
  return access(path.c_str(), F_OK) == 0 ? path : std::string();
}

// Gives the hosts that have no password the one of the password file. A file that is missing, or that others may read,
// counts as empty, as with libpq.
void apply_password_file(protocol::connect_options& options) {
  std::string path = options.passfile;
  if (path.empty()) {
    const std::string home = home_directory();
    if (home.empty()) return;
    path = home + "/.pgpass";
  }
  protocol::apply_pgpass(options, read_private_file(path));
}

}  // namespace

protocol::connect_environment process_environment() {
  protocol::connect_environment environment;
  environment.variable = [](std::string_view name) -> std::optional<std::string> {
    const char* value = std::getenv(std::string(name).c_str());
    if (value == nullptr) return std::nullopt;
    return value;
  };
  environment.os_user = current_account().name;
  return environment;
}

result<protocol::connect_options> options_from_conninfo(std::string_view conninfo) {
  auto given = protocol::conninfo::parse(conninfo);
  if (!given) return fail(std::move(given).error());
  return options_from_conninfo(*given);
}

result<protocol::connect_options> options_from_conninfo(const protocol::conninfo& given) {
  auto options = protocol::make_connect_options(given, process_environment());
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

result<net::tls_context> tls_context_for(protocol::ssl_mode mode, const protocol::connect_options& options) {
  using protocol::ssl_mode;
  net::tls_options tls;
  tls.use_system_roots = options.sslrootcert == "system";
  if (!tls.use_system_roots) {
    tls.root_certificates = options.sslrootcert.empty() ? personal_file("root.crt") : options.sslrootcert;
  }
  const bool has_roots = tls.use_system_roots || access(tls.root_certificates.c_str(), F_OK) == 0;
  if (mode == ssl_mode::verify_full) tls.verify = net::tls_verify::full;
  if (mode == ssl_mode::verify_ca || (mode == ssl_mode::require && has_roots)) tls.verify = net::tls_verify::ca;
  if (tls.verify != net::tls_verify::none && !has_roots) {
    return fail(error_category::usage,
                "root certificate file \"" +
                    (tls.root_certificates.empty() ? "~/.postgresql/root.crt" : tls.root_certificates) +
                    "\" does not exist: provide it, or change sslmode");
  }
  if (tls.verify == net::tls_verify::none) tls.root_certificates.clear();
  tls.client_certificate = options.sslcert.empty() ? personal_file("postgresql.crt") : options.sslcert;
  if (!tls.client_certificate.empty()) {
    tls.client_key = options.sslkey.empty() ? personal_file("postgresql.key") : options.sslkey;
  }
  return net::tls_context::make(tls);
}

protocol::scram_nonce fresh_nonce() {
  protocol::scram_nonce nonce{};
  std::size_t filled = 0;
  while (filled != nonce.size()) {
    const ssize_t n = getrandom(nonce.data() + filled, nonce.size() - filled, 0);
    if (n > 0) filled += static_cast<std::size_t>(n);
  }
  return nonce;
}

}  // namespace pgpipe
