#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <pgpipe/base/result.hpp>

namespace pgpipe::app {

// Where to look for a server's programs.
struct binaries_search {
  std::optional<std::string> override_directory;  // the only place when set: PGPIPE_PG_BINDIR
  std::filesystem::path versions_root;            // has one folder a major version, as Debian packages it
  std::string path;                               // colon-separated folders, tried after versions_root

  // From this process's environment, with Debian's place of the versions.
  [[nodiscard]] static binaries_search from_environment();
};

// The folder that holds `initdb` and `postgres`: the newest version under versions_root, else the first of the path.
// The error says which Debian package brings them.
[[nodiscard]] result<std::filesystem::path> find_server_binaries(const binaries_search& search);

}  // namespace pgpipe::app
