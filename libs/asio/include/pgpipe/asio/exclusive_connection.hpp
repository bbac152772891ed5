#pragma once

#include <utility>

#include <pgpipe/asio/detail/lease.hpp>
#include <pgpipe/asio/requests.hpp>
#include <pgpipe/asio/transaction.hpp>

namespace pgpipe::asio_client {

namespace detail {
class exclusive_ask;
class pool_state;
}  // namespace detail

// A connection that one user has for itself, for what several requests must do in a row: settings, temporary tables, a
// transaction by hand. Others wait until it is released or destroyed. A transaction block that is open by then is
// rolled back; settings stay.
class exclusive_connection : public requests {
 public:
  // Nothing may be asked after it.
  void release() { held_.release(); }

 private:
  friend class detail::exclusive_ask;
  friend class detail::pool_state;
  explicit exclusive_connection(detail::lease held) : requests(held.on(), held.id()), held_(std::move(held)) {}

  detail::lease held_;
};

namespace detail {

class exclusive_ask {
 public:
  using value_type = exclusive_connection;
  result<statement_id> push(core& to, request& by);
  static void take(statement_result&& each);
  result<exclusive_connection> finish();

 private:
  lease lease_;
};

}  // namespace detail
}  // namespace pgpipe::asio_client
