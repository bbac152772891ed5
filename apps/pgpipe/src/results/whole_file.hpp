#pragma once

#include <string>
#include <string_view>

#include <pgpipe/base/result.hpp>

namespace pgpipe::app {

// A file that appears whole or not at all: it is written under another name in the same folder, and renamed when it is
// complete. Devices and pipes, which cannot be replaced, are written to as they are, and of a link the file that it
// leads to is replaced. Call order: open(), which already fails where nothing can be written, then perhaps commit();
// without it nothing is left behind, and a file that was there before stays as it was.
class whole_file {
 public:
  [[nodiscard]] static result<whole_file> open(std::string path);

  whole_file(whole_file&& other) noexcept;
  whole_file& operator=(whole_file&&) = delete;
  ~whole_file();

  // io errors name the file.
  [[nodiscard]] result<void> commit(std::string_view content);

 private:
  whole_file() = default;

  std::string path_;
  std::string temporary_;  // empty when there is none to remove
  int fd_ = -1;
};

}  // namespace pgpipe::app
