#pragma once

#include <string>

namespace pgpipe::test {

// A connection string, which libpq reads as well, for the superuser of the server to test against: PGPIPE_TEST_DSN, or
// a private server that starts with the first call and ends with the process. Throws pgpipe::exception where there is
// no server: that is a failure, not a reason to skip.
[[nodiscard]] const std::string& server_conninfo();

}  // namespace pgpipe::test
