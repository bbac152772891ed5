#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <pgpipe/protocol/connect_options.hpp>
#include <pgpipe/protocol/pgpass.hpp>

using namespace pgpipe::protocol;

// A connection string, and the same bytes as a password file. What is accepted is whole: hosts, a user, no zero byte.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static_cast<void>(find_password(text, "h", "5432", "d", "u"));
  const auto parsed = conninfo::parse(text);
  if (!parsed) return 0;
  for (const auto& [keyword, value] : parsed->parameters()) {
    if (value.find('\0') != std::string::npos) std::abort();
  }
  connect_environment environment;
  environment.os_user = "os";
  auto options = make_connect_options(*parsed, environment);
  if (!options) return 0;
  if (options->hosts.empty() || options->user.empty() || options->dbname.empty()) std::abort();
  for (const host_spec& each : options->hosts) {
    if (each.port == 0 || (each.host.empty() && each.hostaddr.empty())) std::abort();
  }
  apply_pgpass(*options, text);
  if (startup_parameters(*options).empty()) std::abort();
  return 0;
}
