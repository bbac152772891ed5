#include <boost/asio/io_context.hpp>
#include <iostream>

#include <pgpipe/asio/connection.hpp>

// Nobody listens there.
int main() {
  boost::asio::io_context io;
  int status = 1;
  pgpipe::asio_client::connection::open(io.get_executor(), "host=/nonexistent user=nobody sslmode=disable")(
      [&](const pgpipe::result<pgpipe::asio_client::connection>& refused) {
        if (!refused && refused.error().category() == pgpipe::error_category::io) status = 0;
      });
  io.run();
  if (status != 0) std::cerr << "connected to nobody\n";
  return status;
}
