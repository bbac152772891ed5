#include <unistd.h>

#include <pgpipe/net/socket.hpp>

namespace pgpipe::net {

void socket::close() noexcept {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
}

}  // namespace pgpipe::net
