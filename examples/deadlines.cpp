// Calls that give up in time, a connection that stays usable, and cancelling what the server does.
#include <chrono>
#include <string>
#include <thread>

#include <pgpipe/client/deadline_scope.hpp>

#include "example.hpp"

using namespace std::chrono_literals;
using pgpipe::value_or_throw;

namespace {

void give_up_in_time(pgpipe::connection& connection) {
  connection.set_timeout(2s);  // for each call from here on
  {
    const pgpipe::deadline_scope soon(connection, 50ms);  // for all calls of the scope together
    const auto slept = connection.query("SELECT pg_sleep(0.2)");
    std::printf("%s: %s\n", std::string(to_string(slept.error().category())).c_str(), slept.error().text().c_str());
  }
  // The next statement waits until the server has done with the abandoned one.
  const auto answer = value_or_throw(connection.query("SELECT 'still there'"));
  std::printf("%s\n", answer[0].get<std::string>(0).c_str());
}

// A token may be used by any thread, and outlives its session.
void cancel_from_another_thread(pgpipe::connection& connection) {
  const pgpipe::cancel_token token = connection.cancel_token();
  std::thread watchdog([token] {
    std::this_thread::sleep_for(100ms);
    (void)token.cancel(1000ms);
  });
  connection.set_timeout(0s);  // for ever
  const auto slept = connection.query("SELECT pg_sleep(60)");
  watchdog.join();
  std::printf("%s\n", slept.error().text().c_str());
}

void example(const char* conninfo) {
  pgpipe::connection connection = value_or_throw(pgpipe::connection::open(conninfo));
  give_up_in_time(connection);
  cancel_from_another_thread(connection);
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
