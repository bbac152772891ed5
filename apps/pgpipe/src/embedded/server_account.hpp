#pragma once

#include <optional>
#include <string>

#include <sys/types.h>

#include <pgpipe/base/result.hpp>

namespace pgpipe::app {

// Whom a server runs as: PostgreSQL refuses to run as root.
struct server_account {
  std::string name;
  uid_t uid;
  gid_t gid;

  // The user "postgres" when this process is root, otherwise nothing: a server runs as who started it.
  [[nodiscard]] static result<std::optional<server_account>> find();

  // Becomes this user for good. For a forked child; false when the system refuses.
  [[nodiscard]] bool assume() const;
};

}  // namespace pgpipe::app
