#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace pgpipe::test {

// A connection string, which libpq reads as well, for the superuser of the server to test against: PGPIPE_TEST_DSN, or
// a private server that starts with the first call and ends with the process. Throws pgpipe::exception where there is
// no server: that is a failure, not a reason to skip.
[[nodiscard]] const std::string& server_conninfo();

// Runs `sql` there, or where `conninfo` says, on a connection of its own: the first field of the last statement's first
// row, or nothing where there is none. Throws pgpipe::exception when it fails.
std::string ask(std::string_view sql, const std::string& conninfo = server_conninfo());

// Ends a session of that server from outside, and waits until it is gone.
void end_session(std::int32_t process_id);

// The server's version as a number, 150020 for 15.20.
[[nodiscard]] int server_version();

}  // namespace pgpipe::test
