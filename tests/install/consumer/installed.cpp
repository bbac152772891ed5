#include <iostream>

#include <pgpipe/client/connection.hpp>

// Opening a connection needs every library, and OpenSSL and libidn below them. Nobody listens there.
int main() {
  const auto refused = pgpipe::connection::open("host=/nonexistent user=nobody sslmode=disable");
  if (!refused && refused.error().category() == pgpipe::error_category::io) return 0;
  std::cerr << (refused ? "connected to nobody" : refused.error().text()) << '\n';
  return 1;
}
