#include "embedded/cluster_folder.hpp"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

#include <fcntl.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>

namespace pgpipe::app {
namespace {

namespace fs = std::filesystem;

// Of a folder for temporary files: with what stands behind it a socket's path stays below the system's 107 bytes.
constexpr std::size_t longest_base = 70;

// Lines of postmaster.pid (PostgreSQL manual, "Database File Layout"), counted from 1.
constexpr int shared_memory_line = 7;
constexpr int status_line = 8;

bool others_can_enter(const fs::path& directory) {
  for (fs::path each = directory;; each = each.parent_path()) {
    struct stat status{};
    if (::stat(each.c_str(), &status) != 0 || (status.st_mode & S_IXOTH) == 0) return false;
    if (each == each.root_path()) return true;
  }
}

fs::path temporary_base(bool for_others) {
  const char* wanted = std::getenv("TMPDIR");
  if (wanted == nullptr || *wanted != '/') return "/tmp";
  fs::path base = fs::path(wanted).lexically_normal();
  if (base.native().size() > longest_base || (for_others && !others_can_enter(base))) return "/tmp";
  return base;
}

std::string quoted(const std::string& value) {
  std::string text = "'";
  for (const char c : value) {
    if (c == '\'' || c == '\\') text += c;
    text += c;
  }
  return text + "'";
}

std::string line_of(const fs::path& file, int number) {
  std::ifstream in(file);
  std::string line;
  for (int i = 0; i != number; ++i) {
    if (!std::getline(in, line)) return {};
  }
  return line;
}

std::string configuration(const cluster_options& options, const fs::path& socket_directory, std::uint16_t port) {
  std::string text = "\n";
  auto add = [&](const std::string& name, const std::string& value) { text += name + " = " + quoted(value) + "\n"; };
  add("listen_addresses", options.listen_tcp ? "127.0.0.1" : "");
  add("port", std::to_string(port));
  add("unix_socket_directories", socket_directory.native());
  add("fsync", "off");  // nobody will need these data after a crash
  for (const auto& [name, value] : options.settings) add(name, value);
  return text;
}

std::string access_rules(const cluster_options& options) {
  if (options.hba_lines.empty()) return "local all all trust\nhost all all 127.0.0.1/32 trust\n";
  std::string text;
  for (const std::string& line : options.hba_lines) text += line + "\n";
  return text;
}

}  // namespace

result<cluster_folder> cluster_folder::make(std::optional<server_account> account) {
  std::string path = (temporary_base(account.has_value()) / "pgpipe-XXXXXX").native();
  if (::mkdtemp(path.data()) == nullptr || (account && ::chown(path.c_str(), account->uid, account->gid) != 0)) {
    const std::string why = std::generic_category().message(errno);
    std::error_code ignored;
    fs::remove(path, ignored);
    return fail(error_category::io, "could not make the temporary folder \"" + path + "\": " + why);
  }
  return cluster_folder(path, std::move(account));
}

bool cluster_folder::write(const std::string& name, const std::string& text, int flags) const {
  const int fd = ::open((data() / name).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0600);
  if (fd < 0) return false;
  const bool written = ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  const bool owned = !account_ || ::fchown(fd, account_->uid, account_->gid) == 0;
  return (::close(fd) == 0) && written && owned;
}

result<void> cluster_folder::configure(const cluster_options& options, std::uint16_t port) const {
  bool written = write("postgresql.conf", configuration(options, path_, port), O_APPEND) &&
                 write("pg_hba.conf", access_rules(options), O_TRUNC);
  for (const auto& [name, content] : options.files) written = written && write(name, content, O_TRUNC);
  if (written) return {};
  return fail(error_category::io,
              "could not write to \"" + data().native() + "\": " + std::generic_category().message(errno));
}

bool cluster_folder::server_is_ready() const {
  return line_of(data() / "postmaster.pid", status_line).starts_with("ready");
}

void cluster_folder::remove() const {
  std::istringstream shared_memory(line_of(data() / "postmaster.pid", shared_memory_line));
  unsigned long key = 0;
  int id = -1;
  if (shared_memory >> key >> id) ::shmctl(id, IPC_RMID, nullptr);
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace pgpipe::app
