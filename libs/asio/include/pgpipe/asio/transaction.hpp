#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <pgpipe/asio/detail/lease.hpp>
#include <pgpipe/asio/requests.hpp>
#include <pgpipe/client/transaction.hpp>

namespace pgpipe::asio_client {

namespace detail {
class begin_ask;

// COMMIT or ROLLBACK; the connection is everybody's again when it has ended.
class end_ask {
 public:
  using value_type = void;
  end_ask(lease held, bool commit) : lease_(std::move(held)), commit_(commit) {}
  result<statement_id> push(core& to, request& by) const;
  void take(statement_result&& each);
  result<void> finish();

 private:
  lease lease_;
  bool commit_;
  std::optional<error> failure_;
};
}  // namespace detail

// A transaction block, and with it the connection for as long as it lasts: nobody else's statements come between its
// own, which may be pipelined like all others. commit() or rollback() ends it; one that goes out of scope without
// either is rolled back, and the connection goes on to others when that is done.
class transaction : public requests {
 public:
  // Either may be called once, and nothing more be asked after it. Errors of commit() are those of
  // pgpipe::transaction::commit().
  operation<detail::end_ask> commit() { return end(true); }
  operation<detail::end_ask> rollback() { return end(false); }

 private:
  friend class detail::begin_ask;
  explicit transaction(detail::lease held) : requests(held.on(), held.id()), held_(std::move(held)) {}
  operation<detail::end_ask> end(bool commit) { return {core_, lease_, detail::end_ask(std::move(held_), commit)}; }

  detail::lease held_;
};

namespace detail {

class begin_ask {
 public:
  using value_type = transaction;
  explicit begin_ask(const transaction_options& options);
  result<statement_id> push(core& to, request& by);
  void take(statement_result&& each);
  result<transaction> finish();

 private:
  std::string sql_;
  lease lease_;
  std::optional<error> failure_;
};

}  // namespace detail
}  // namespace pgpipe::asio_client
