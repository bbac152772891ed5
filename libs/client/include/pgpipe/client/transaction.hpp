#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include <pgpipe/base/result.hpp>
#include <pgpipe/client/connection.hpp>

namespace pgpipe {

// BEGIN ISOLATION LEVEL ...; by default what default_transaction_isolation says (manual, "Transaction Isolation").
enum class isolation_level : std::uint8_t { server_default, read_committed, repeatable_read, serializable };
// BEGIN READ WRITE or READ ONLY; by default what default_transaction_read_only says.
enum class access_mode : std::uint8_t { server_default, read_write, read_only };

// The options of BEGIN (manual, "BEGIN").
struct transaction_options {
  isolation_level isolation = isolation_level::server_default;
  access_mode access = access_mode::server_default;
  bool deferrable = false;  // has an effect only when also serializable and read only
};

// A transaction block. begin() opens it; commit() or rollback() ends it; a block that goes out of scope without either
// is rolled back. It must not outlive its connection.
class transaction {
 public:
  // Errors: usage when the connection is in a transaction block already or has results outstanding; else the server's.
  static result<transaction> begin(connection& on, const transaction_options& options = {});

  transaction(transaction&& other) noexcept;
  transaction& operator=(transaction&&) = delete;
  ~transaction();

  // An error means that nothing of the block lasts, except where it is_fatal() and not safe_to_retry(): then the
  // connection was lost with COMMIT under way. A COMMIT that the server turns into ROLLBACK, because a statement had
  // failed, is an error too.
  result<void> commit();
  // Undoes all of the block.
  result<void> rollback();

  [[nodiscard]] connection& on() { return *connection_; }

 private:
  explicit transaction(connection& on) : connection_(&on) {}

  connection* connection_;  // nullptr: ended
};

// A savepoint inside a transaction block: release() keeps what came after it, rollback() undoes that; one that goes out
// of scope without either is rolled back. Savepoints end in the opposite order of their beginnings.
class savepoint {
 public:
  // Sends SAVEPOINT. Errors are the server's, such as 25P02 in a block that has failed.
  static result<savepoint> set(transaction& within);

  savepoint(savepoint&& other) noexcept;
  savepoint& operator=(savepoint&&) = delete;
  ~savepoint();

  // Keeps what came after the savepoint, as a part of the block.
  result<void> release();
  // Undoes what came after it, and lets a block that has failed since go on.
  result<void> rollback();

 private:
  savepoint(connection& on, std::string name) : connection_(&on), name_(std::move(name)) {}
  result<void> run(const std::string& sql);

  connection* connection_;
  std::string name_;
};

struct retry_options {
  transaction_options transaction;
  int max_tries = 10;  // at least 1
  // The wait before try n + 1 is up to n times this, chosen at random, so that those who collided part.
  std::chrono::milliseconds backoff{5};
};

// Whether running the whole transaction again may succeed: serialization_failure (40001) or deadlock_detected (40P01).
[[nodiscard]] bool is_retryable(const error& failure);

// Runs `work` in a transaction block and commits it; on a retryable error rolls back and runs it again from the start,
// up to max_tries times (manual, "Serialization Failure Handling"). `work` must have no effect outside the database.
result<void> run_with_retry(connection& on, const std::function<result<void>(transaction&)>& work,
                            const retry_options& options = {});

}  // namespace pgpipe
