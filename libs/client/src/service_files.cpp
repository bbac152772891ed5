#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>

#include <unistd.h>

#include <pgpipe/client/surroundings.hpp>
#include <pgpipe/protocol/service_file.hpp>

#include "account.hpp"

namespace pgpipe {
namespace {

constexpr std::string_view system_directory = "/etc/postgresql-common";  // Debian's

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::optional<std::string> given_or_variable(const protocol::conninfo& given, std::string_view keyword,
                                             const char* name) {
  if (const std::string* value = given.find(keyword)) return *value;
  return variable(name);
}

result<bool> apply_file(protocol::conninfo& given, const std::string& path, std::string_view service) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail(error_category::usage, "service file \"" + path + "\" cannot be read");
  auto applied = protocol::apply_service(given, std::string{std::istreambuf_iterator<char>(file), {}}, service);
  if (applied) return applied;
  error cause = std::move(applied).error();
  cause.add_context("service file \"" + path + "\"");
  return fail(std::move(cause));
}

}  // namespace

result<void> apply_service_files(protocol::conninfo& given) {
  const std::optional<std::string> service = given_or_variable(given, "service", "PGSERVICE");
  if (!service) return {};
  std::string path = given_or_variable(given, "servicefile", "PGSERVICEFILE").value_or(std::string());
  if (path.empty()) path = detail::personal_file(".pg_service.conf");
  if (!path.empty()) {
    const result<bool> found = apply_file(given, path, *service);
    if (!found) return fail(found.error());
    if (*found) return {};
  }
  path = variable("PGSYSCONFDIR").value_or(std::string(system_directory)) + "/pg_service.conf";
  if (access(path.c_str(), F_OK) == 0) {
    const result<bool> found = apply_file(given, path, *service);
    if (!found) return fail(found.error());
    if (*found) return {};
  }
  return fail(error_category::usage, "definition of service \"" + *service + "\" not found");
}

}  // namespace pgpipe
