#include "bench/copy_source.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <pgpipe/base/big_endian.hpp>
#include <pgpipe/protocol/message_type.hpp>

namespace pgpipe::app::bench {
namespace {

// Large enough that headers and system calls do not count, small enough for the output's bound.
constexpr std::size_t piece_bytes = 32 * 1024;
constexpr std::size_t copy_data_header_bytes = 5;

tl::unexpected<error> file_error(std::string_view what, const std::string& path) {
  return fail(error_category::usage,
              "could not " + std::string(what) + " file \"" + path + "\": " + std::strerror(errno));
}

}  // namespace

result<copy_source> copy_source::of_file(const std::string& path) {
  copy_source source;
  source.path_ = path;
  source.file_.reset(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));  // a pipe would wait for its writer
  struct stat kind{};
  if (!source.file_ || ::fstat(source.file_.get(), &kind) != 0) return file_error("open", path);
  if (!S_ISREG(kind.st_mode))
    return fail(error_category::usage, "\"" + path + "\" is not a file that can be read anew");
  return source;
}

copy_source copy_source::of_text(std::string text) {
  copy_source source;
  source.text_ = std::move(text);
  return source;
}

result<std::size_t> copy_source::append(output_buffer& out, std::uint64_t offset) const {
  std::byte* const message = out.reserve(copy_data_header_bytes + piece_bytes).data();
  std::size_t size = 0;
  if (file_) {
    ssize_t got = -1;
    do {
      got = ::pread(file_.get(), message + copy_data_header_bytes, piece_bytes, static_cast<off_t>(offset));
    } while (got < 0 && errno == EINTR);
    if (got < 0) return file_error("read", path_);
    size = static_cast<std::size_t>(got);
  } else {
    size = std::min<std::size_t>(piece_bytes, text_.size() - static_cast<std::size_t>(offset));
    std::memcpy(message + copy_data_header_bytes, text_.data() + offset, size);
  }
  if (size == 0) return size;
  message[0] = static_cast<std::byte>(protocol::frontend::copy_data);
  store_big_endian(message + 1, static_cast<std::uint32_t>(size + copy_data_header_bytes - 1));
  out.append(copy_data_header_bytes + size);
  return size;
}

}  // namespace pgpipe::app::bench
