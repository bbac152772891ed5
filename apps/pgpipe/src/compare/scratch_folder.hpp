#pragma once

#include <filesystem>
#include <string>

#include <pgpipe/base/result.hpp>

namespace pgpipe::app::compare {

// A temporary folder that is gone, with all in it, when this is.
class scratch_folder {
 public:
  [[nodiscard]] static result<scratch_folder> make();

  scratch_folder(scratch_folder&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  scratch_folder& operator=(scratch_folder&&) = delete;
  ~scratch_folder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  explicit scratch_folder(std::filesystem::path path) : path_(std::move(path)) {}

  std::filesystem::path path_;
};

}  // namespace pgpipe::app::compare
