#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace pgpipe::app {

// A folder that is gone with everything in it at the scope's end.
class temporary_folder {
 public:
  temporary_folder() {
    std::string path = (std::filesystem::temp_directory_path() / "pgpipe-test-XXXXXX").native();
    path_ = ::mkdtemp(path.data());
  }
  temporary_folder(const temporary_folder&) = delete;
  temporary_folder& operator=(const temporary_folder&) = delete;
  ~temporary_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  // An empty program file, with the folders above it.
  void make_program(const std::filesystem::path& name) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name).flush();
    std::filesystem::permissions(path_ / name, std::filesystem::perms::owner_all);
  }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

}  // namespace pgpipe::app
