#pragma once

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <pgpipe/asio/connection_options.hpp>
#include <pgpipe/asio/exclusive_connection.hpp>
#include <pgpipe/asio/requests.hpp>
#include <pgpipe/asio/transaction.hpp>
#include <pgpipe/base/result.hpp>
#include <pgpipe/base/server_message.hpp>
#include <pgpipe/client/cancel_token.hpp>
#include <pgpipe/protocol/connect_options.hpp>

namespace pgpipe::asio_client {

class connection;

struct notification {
  std::int32_t process_id = 0;
  std::string channel;
  std::string payload;
};

namespace detail {

class connector;
class pool_state;

class notification_ask {
 public:
  using value_type = notification;
  result<statement_id> push(core& to, request& by);
  static void take(statement_result&& each);
  result<notification> finish() { return std::move(received_); }

 private:
  result<notification> received_ = notification();
};

using open_handler = boost::asio::any_completion_handler<void(result<connection>)>;
void start_open(const boost::asio::any_io_executor& on, result<protocol::connect_options> where,
                const connection_options& options, open_handler handler);

}  // namespace detail

// Started like every operation; the result is an open connection.
class [[nodiscard]] open_operation {
 public:
  using value_type = connection;

  open_operation(boost::asio::any_io_executor on, result<protocol::connect_options> where, connection_options options)
      : executor_(std::move(on)), where_(std::move(where)), options_(options) {}

  template <boost::asio::completion_token_for<void(result<connection>)> Token>
  auto operator()(Token&& token) {
    return boost::asio::async_initiate<Token, void(result<connection>)>(
        [executor = executor_, where = std::move(where_), options = options_](auto&& handler) mutable {
          detail::start_open(executor, std::move(where), options,
                             detail::open_handler(std::forward<decltype(handler)>(handler)));
        },
        token);
  }

 private:
  boost::asio::any_io_executor executor_;
  result<protocol::connect_options> where_;
  connection_options options_;
};

// One session with a server that any number of coroutines use at the same time. Requests are sent as they come, all
// that are ready in one write, each in a transaction of its own; answers go to who asked. Reading and writing never
// wait for each other.
//
// Requests on a connection that is shared must not leave a transaction block open: the one that does fails, the block
// is rolled back, and what others had under way inside it fails as well. What belongs together goes into a batch, a
// transaction (begin()), or an exclusive_connection (exclusive()).
//
// A request that is cancelled, by its handler's cancellation slot, or that outlives its deadline, fails with category
// cancelled or timeout: if it was not written it never happens, and is safe_to_retry(); else its answer is dropped when
// it comes, and nobody knows whether it took effect. Cancellation of type `total` alone never ends what was written.
// When the connection ends, each request fails by itself, and says whether it is safe_to_retry().
//
// Threads: members may be called from any thread. What happens, happens on get_executor(), a strand (the executor given
// to open(), if it is a strand of io_context, thread_pool or any_io_executor; else one on top of it), or the given
// executor itself with connection_options::one_thread. Handlers are called through their associated executor. Where
// that is get_executor(), as in coroutines spawned there, a result comes without a copy, and must be destroyed there;
// elsewhere it comes with a copy of its rows, and may go to any thread.
//
// An open connection counts as work of its executor. Its destruction closes it: what is outstanding fails.
class connection : public requests {
 public:
  using executor_type = boost::asio::any_io_executor;

  // Connects as pgpipe::connection::open() does, without blocking the executor: names are looked up by Asio's resolver.
  // Files that the connection string names (certificates, the password file) are read on the spot.
  [[nodiscard]] static open_operation open(executor_type on, std::string_view conninfo,
                                           const connection_options& options = {});
  [[nodiscard]] static open_operation open(executor_type on, const protocol::connect_options& where,
                                           const connection_options& options = {});

  connection(connection&&) noexcept = default;
  connection& operator=(connection&& other) noexcept;
  ~connection();

  // A transaction block of its own, with its BEGIN done.
  operation<detail::begin_ask> begin(const transaction_options& options = {}) {
    return {core_, 0, detail::begin_ask(options)};
  }
  // The connection for itself, as soon as who has it now releases it.
  operation<detail::exclusive_ask> exclusive() { return {core_, 0, detail::exclusive_ask()}; }

  // The next notification, which may have come already (LISTEN is for exec()). Who has asked first is served first.
  operation<detail::notification_ask> notification() { return {core_, 0, detail::notification_ask()}; }
  // Called on the connection's executor for each NoticeResponse.
  void on_notice(std::function<void(const server_message& notice)> handler);

  // Says goodbye; what is outstanding fails with category closed.
  void close();

  [[nodiscard]] executor_type get_executor() const;
  // False once the connection has ended, by either side: an open connection always reads, and notices.
  [[nodiscard]] bool is_open() const;
  // What was sent and is not answered yet, in bytes of requests: by this a pool chooses.
  [[nodiscard]] std::size_t bytes_in_flight() const;
  [[nodiscard]] std::int32_t process_id() const;
  // By which a thread that may block can cancel what the session is doing, whoever asked for it.
  [[nodiscard]] pgpipe::cancel_token cancel_token() const;

 private:
  friend class detail::connector;
  friend class detail::pool_state;
  explicit connection(std::shared_ptr<detail::core> core) : requests(std::move(core), 0) {}
};

}  // namespace pgpipe::asio_client
