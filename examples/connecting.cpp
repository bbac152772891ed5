// The ways to say where the server is, and what a connection knows about it.
#include <string>

#include <pgpipe/client/ping.hpp>

#include "example.hpp"

using pgpipe::value_or_throw;

namespace {

void example(const char* conninfo) {
  // Keywords and values, or a URI; what is missing comes from the PG* environment variables, the service file and the
  // password file, as for psql.
  auto opened = pgpipe::connection::open("postgresql://alice@127.0.0.1:1,[::1]:1/shop?target_session_attrs=read-write");
  if (!opened) std::printf("no connection: category %s\n", std::string(to_string(opened.error().category())).c_str());

  // Does anybody listen, without knowing a password?
  std::printf("the server is %s\n", std::string(to_string(pgpipe::ping(conninfo))).c_str());

  pgpipe::connection session = value_or_throw(pgpipe::connection::open(conninfo));
  std::printf("client_encoding is %s\n", std::string(session.parameter_status("client_encoding")).c_str());

  // is_alive() asks the system only; check() asks the server.
  std::printf("alive: %s\n", session.is_alive() ? "yes" : "no");
  value_or_throw(session.check(std::chrono::milliseconds(5000)));
  session.close();
  std::printf("alive: %s\n", session.is_alive() ? "yes" : "no");
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
