#include "results/whole_file.hpp"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace pgpipe::app {
namespace {

tl::unexpected<error> cannot_write(const std::string& path, int number) {
  return fail(error_category::io,
              fmt::format("could not write \"{}\": {}", path, std::generic_category().message(number)));
}

}  // namespace

result<whole_file> whole_file::open(std::string path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return cannot_write(path, EISDIR);
  whole_file made;
  // Renaming would put a file in a device's place, or in a link's.
  if (std::filesystem::is_other(path, ignored)) {
    made.path_ = std::move(path);
    made.fd_ = ::open(made.path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (made.fd_ >= 0) return made;
    return cannot_write(made.path_, errno);
  }
  if (std::filesystem::is_symlink(path, ignored)) {
    const std::filesystem::path target = std::filesystem::weakly_canonical(path, ignored);
    if (!ignored) path = target.string();
  }
  made.temporary_ = fmt::format("{}.{}.partial", path, ::getpid());
  made.path_ = std::move(path);
  made.fd_ = ::open(made.temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (made.fd_ >= 0) return made;
  made.temporary_.clear();
  return cannot_write(made.path_, errno);
}

whole_file::whole_file(whole_file&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      fd_(std::exchange(other.fd_, -1)) {}

whole_file::~whole_file() {
  if (fd_ >= 0) ::close(fd_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

result<void> whole_file::commit(std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd_, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return cannot_write(path_, errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  if (::close(std::exchange(fd_, -1)) != 0) return cannot_write(path_, errno);
  if (temporary_.empty()) return {};
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) return cannot_write(path_, errno);
  temporary_.clear();
  return {};
}

}  // namespace pgpipe::app
