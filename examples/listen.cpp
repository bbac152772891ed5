// Notifications: one session says that something has happened, others hear of it.
#include <chrono>
#include <string>

#include "example.hpp"

using pgpipe::value_or_throw;

namespace {

void example(const char* conninfo) {
  pgpipe::connection listener = value_or_throw(pgpipe::connection::open(conninfo));
  pgpipe::connection speaker = value_or_throw(pgpipe::connection::open(conninfo));

  // The handler is called from within whatever call reads the notification. It must not use the connection.
  listener.on_notification([&](std::int32_t from, std::string_view channel, std::string_view payload) {
    std::printf("%s: %s, from %s\n", std::string(channel).c_str(), std::string(payload).c_str(),
                from == speaker.process_id() ? "the speaker" : "somebody else");
  });
  value_or_throw(listener.exec("LISTEN orders"));

  // A channel's name is an identifier. pg_notify() takes it, and the payload of at most 7999 bytes, as parameters.
  value_or_throw(speaker.query("SELECT pg_notify($1, $2)", "orders", "number 1"));

  // Waits for a notification; what else the server sends meanwhile is taken too. False when the time has passed.
  while (!value_or_throw(listener.wait_for_notification(std::chrono::seconds(10)))) std::printf("still waiting\n");

  // Inside a transaction a notification goes out with COMMIT, and equal ones are sent once.
  value_or_throw(
      speaker.exec("BEGIN; NOTIFY orders, 'number 2'; NOTIFY orders, 'number 2'; NOTIFY orders, 'number 3'; COMMIT"));
  value_or_throw(listener.wait_for_notification(std::chrono::seconds(10)));

  // Any other call brings those that have come, too.
  value_or_throw(speaker.exec("NOTIFY orders, 'number 4'"));
  value_or_throw(listener.query("SELECT 1"));

  value_or_throw(listener.exec("UNLISTEN orders"));
  value_or_throw(speaker.exec("NOTIFY orders, 'number 5'"));
  const bool heard = value_or_throw(listener.wait_for_notification(std::chrono::milliseconds(20)));
  std::printf("%s\n", heard ? "heard it" : "heard no more");
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
