#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/base/result.hpp>

#include "bench/file_descriptor.hpp"

namespace pgpipe::app::bench {

// The data of a COPY ... FROM STDIN: lines of the script, or a file, which is read anew each time. All clients share
// it.
class copy_source {
 public:
  // Opens the file; it stays open.
  [[nodiscard]] static result<copy_source> of_file(const std::string& path);
  [[nodiscard]] static copy_source of_text(std::string text);

  // Appends a CopyData message with what follows `offset`, as much as one message should hold. Returns its size; 0 with
  // nothing appended at the end.
  [[nodiscard]] result<std::size_t> append(output_buffer& out, std::uint64_t offset) const;

 private:
  std::string text_;
  std::string path_;
  file_descriptor file_;  // none: the text
};

}  // namespace pgpipe::app::bench
