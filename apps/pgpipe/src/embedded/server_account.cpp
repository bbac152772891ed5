#include "embedded/server_account.hpp"

#include <grp.h>
#include <pwd.h>
#include <unistd.h>

namespace pgpipe::app {

result<std::optional<server_account>> server_account::find() {
  if (::geteuid() != 0) return std::optional<server_account>();
  const passwd* entry = ::getpwnam("postgres");
  if (entry == nullptr) {
    return fail(error_category::usage,
                "a PostgreSQL server cannot run as root, and there is no user \"postgres\" to run it: install the "
                "package \"postgresql\", or run as another user");
  }
  return std::optional(server_account{entry->pw_name, entry->pw_uid, entry->pw_gid});
}

bool server_account::assume() const {
  return ::setgid(gid) == 0 && ::initgroups(name.c_str(), gid) == 0 && ::setuid(uid) == 0;
}

}  // namespace pgpipe::app
