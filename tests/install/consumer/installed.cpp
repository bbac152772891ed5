#include <iostream>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/pool.hpp>

// Opening a connection needs every library, and OpenSSL and libidn below them. Nobody listens there.
int main() {
  const std::string nowhere = "host=/nonexistent user=nobody sslmode=disable";
  const auto refused = pgpipe::connection::open(nowhere);
  if (refused || refused.error().category() != pgpipe::error_category::io) {
    std::cerr << (refused ? "connected to nobody" : refused.error().text()) << '\n';
    return 1;
  }
  // What is thrown on one side of a shared library's border is caught on the other.
  try {
    pgpipe::value_or_throw(pgpipe::value_or_throw(pgpipe::pool::open(nowhere))->acquire());
  } catch (const pgpipe::exception& failure) {
    return failure.cause().category() == pgpipe::error_category::io ? 0 : 1;
  }
  return 1;
}
