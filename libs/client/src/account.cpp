#include "account.hpp"

#include <array>
#include <cstdlib>

#include <pwd.h>
#include <unistd.h>

namespace pgpipe::detail {

account account_of(uid_t user) {
  std::array<char, 4096> buffer{};
  passwd entry{};
  passwd* found = nullptr;
  if (getpwuid_r(user, &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr) return {};
  return {found->pw_name, found->pw_dir};
}

std::string home_directory() {
  const char* home = std::getenv("HOME");
  return home != nullptr && *home != '\0' ? std::string(home) : account_of(geteuid()).home;
}

std::string personal_file(std::string_view name) {
  const std::string home = home_directory();
  if (home.empty()) return {};
  std::string path = home + "/" + std::string(name);
  return access(path.c_str(), F_OK) == 0 ? path : std::string();
}

}  // namespace pgpipe::detail
