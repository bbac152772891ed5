#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <pgpipe/base/error.hpp>

namespace pgpipe {

// What an observer is told of something that has just ended. What it refers to lasts for the length of the call.
struct observation {
  std::chrono::steady_clock::time_point begun;
  std::chrono::nanoseconds duration{0};
  std::chrono::nanoseconds waited{0};  // of that, for the network or, of a pool, for a connection
  std::uint64_t bytes_sent = 0;        // as the server sees them: TLS adds its own
  std::uint64_t bytes_received = 0;
  const error* failure = nullptr;  // the first error; its sqlstate() where it was the server's

  // Empty where nothing failed, and where the failure was not the server's.
  [[nodiscard]] std::string_view sqlstate() const {
    return failure == nullptr ? std::string_view() : failure->sqlstate();
  }
};

// connection::open() or reconnect(). Its bytes and waits are not counted.
struct connect_observation : observation {
  std::string_view user;
  std::string_view dbname;
  std::string_view server_version;  // as the server reports it; empty after a failure
};

// connection::prepare().
struct prepare_observation : observation {
  std::string_view text;
};

// query(), execute(), exec() and so also the BEGIN and COMMIT of a transaction, a stream up to its end, a portal's
// fetch. Parameter values are never told.
struct query_observation : observation {
  std::string_view text;       // empty where it was executed by name
  std::string_view statement;  // the name then
  std::uint64_t rows = 0;      // returned, or touched
};

// What a pipeline sent by one sync() or collect(), up to the answer to its last statement. Bytes that moved while
// several batches were under way are told with the first of them that ends.
struct batch_observation : observation {
  std::size_t statements = 0;
  std::size_t groups = 0;
  std::size_t failed = 0;  // statements; skipped ones are not among them
  std::uint64_t rows = 0;  // returned, or touched
};

// copy_in from begin() to its end, or copy_out().
struct copy_observation : observation {
  std::string_view text;
  std::uint64_t rows = 0;
};

// pool::acquire(); `waited` is for a connection to come free.
struct pool_observation : observation {
  bool opened = false;     // a new connection was opened for it
  std::size_t in_use = 0;  // afterwards
  std::size_t idle = 0;
};

// Is told what a connection or a pool does, when it has ended; derive from it and override what is of interest. Set by
// connection::set_observer() and pool_options::observer. The functions are called from within the call that they tell
// of, by its thread, and must neither throw nor use the connection; of a pool, several threads may call them at once. A
// connection without an observer asks one pointer a call, and one a read.
class observer {
 public:
  observer() = default;
  observer(const observer&) = delete;
  observer& operator=(const observer&) = delete;
  virtual ~observer() = default;

  virtual void on_connect(const connect_observation& /*what*/) {}
  virtual void on_prepare(const prepare_observation& /*what*/) {}
  virtual void on_query(const query_observation& /*what*/) {}
  virtual void on_batch(const batch_observation& /*what*/) {}
  virtual void on_copy(const copy_observation& /*what*/) {}
  virtual void on_pool(const pool_observation& /*what*/) {}
};

}  // namespace pgpipe
