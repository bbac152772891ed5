#include "embedded/server_binaries.hpp"

#include <cstdlib>
#include <sstream>
#include <system_error>

#include <unistd.h>

namespace pgpipe::app {
namespace {

namespace fs = std::filesystem;

bool has_server(const fs::path& directory) {
  return ::access((directory / "initdb").c_str(), X_OK) == 0 && ::access((directory / "postgres").c_str(), X_OK) == 0;
}

std::optional<fs::path> newest_version(const fs::path& root) {
  std::optional<fs::path> newest;
  int newest_major = 0;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(root, ignored)) {
    const int major = std::atoi(entry.path().filename().c_str());
    const fs::path candidate = entry.path() / "bin";
    if (major > newest_major && has_server(candidate)) {
      newest = candidate;
      newest_major = major;
    }
  }
  return newest;
}

std::optional<fs::path> first_of_path(const std::string& path) {
  std::istringstream folders(path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (!folder.empty() && has_server(folder)) return fs::canonical(folder);
  }
  return std::nullopt;
}

}  // namespace

binaries_search binaries_search::from_environment() {
  binaries_search search;
  if (const char* directory = std::getenv("PGPIPE_PG_BINDIR"); directory != nullptr && *directory != '\0')
    search.override_directory = directory;
  search.versions_root = "/usr/lib/postgresql";
  if (const char* path = std::getenv("PATH")) search.path = path;
  return search;
}

result<fs::path> find_server_binaries(const binaries_search& search) {
  if (search.override_directory) {
    if (has_server(*search.override_directory)) return fs::path(*search.override_directory);
    return fail(error_category::usage,
                "PGPIPE_PG_BINDIR is \"" + *search.override_directory +
                    "\", which does not hold the PostgreSQL server programs initdb and postgres");
  }
  if (auto found = newest_version(search.versions_root)) return *std::move(found);
  if (auto found = first_of_path(search.path)) return *std::move(found);
  return fail(error_category::usage,
              "no PostgreSQL server programs found in " + search.versions_root.string() +
                  " or PATH: install the package \"postgresql\", or set PGPIPE_PG_BINDIR to the folder of initdb and "
                  "postgres");
}

}  // namespace pgpipe::app
