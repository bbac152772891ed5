#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pgpipe/base/result.hpp>
#include <pgpipe/client/cancel_token.hpp>
#include <pgpipe/client/observer.hpp>
#include <pgpipe/client/parameter.hpp>
#include <pgpipe/client/pipeline.hpp>
#include <pgpipe/client/pooler_mode.hpp>
#include <pgpipe/client/prepared_statement.hpp>
#include <pgpipe/client/row_stream.hpp>
#include <pgpipe/client/statement_result.hpp>
#include <pgpipe/protocol/connect_options.hpp>
#include <pgpipe/protocol/message_type.hpp>
#include <pgpipe/protocol/trace.hpp>

namespace pgpipe {

namespace detail {
class link;
}

// Whether a failure to connect says that the server asks for a password and none was given, so that somebody may be
// asked for one, as PQconnectionNeedsPassword() tells. A wrong password is another failure.
[[nodiscard]] bool needs_password(const error& failure);

// One session with a server, used by one thread at a time. Functions wait for the server and return a value or an
// error; value_or_throw() turns the error into a pgpipe::exception. Movable: what was made from a connection (prepared
// statements, pipelines, copies) refers to the place it was made from, so move it before.
class connection {
 public:
  // Connects as libpq would: a URI or keywords and values, completed from the PG* environment variables and the
  // password file (manual, "Connection Strings"). Unknown parameters are usage errors; other errors say which hosts
  // were tried.
  static result<connection> open(std::string_view conninfo);
  // The same with options that options_from_conninfo() or the caller has made: nothing is added to them.
  static result<connection> open(const protocol::connect_options& options);
  // The same with an observer from the beginning, which is told of the connecting too.
  static result<connection> open(std::string_view conninfo, std::shared_ptr<observer> watching);
  static result<connection> open(const protocol::connect_options& options, std::shared_ptr<observer> watching);

  connection(connection&&) noexcept;
  connection& operator=(connection&&) noexcept;
  ~connection();

  // Ends the session, if it has not ended, and opens another one with the same options, from the first host on.
  // Handlers stay; everything that belonged to the old session is gone: its transaction, its prepared statements and
  // settings. Pipelines, copies, portals and streams of it must not exist any more. After a failure the connection is
  // closed, and may be told to try again.
  result<void> reconnect();

  // --- statements ---------------------------------------------------------------------------------------------------

  // Text of one or several statements by the simple Query protocol, the results of all of them in order. Several
  // statements are one implicit transaction (manual, "Multiple Statements in a Simple Query").
  result<std::vector<statement_result>> exec(std::string_view sql);

  // One statement, parsed and run in one round trip; parameters are $1, $2, ...
  template <typename... Arguments>
  result<statement_result> query(std::string_view sql, const Arguments&... arguments) {
    const std::array<parameter, sizeof...(Arguments)> bound{parameter(arguments)...};
    return query_parameters(sql, bound);
  }
  result<statement_result> query_parameters(std::string_view sql, parameters arguments);

  // Lets query(), stream() and pipeline::push() of a text prepare it at its first use, and execute it by name from then
  // on: at most `capacity` statements, the one used longest ago making room. 0, the default, parses each time. What may
  // change its columns without an error (all but SELECT and DML) is never cached. A statement that the server has lost,
  // or whose columns have changed, is parsed again: query() does so at once outside a transaction block, where nothing
  // has happened; elsewhere the use that meets it fails (SQLSTATE 26000 or 0A000) and the next one is good. In pooler
  // modes that have no prepared statements nothing is cached.
  void set_statement_cache(std::size_t capacity);

  // What stands between this connection and its server; session by default. It is set right behind open(), or in
  // pool_options::on_connect, and stays over reconnect(). What a mode has no place for is a usage error that names the
  // mode. Errors: usage inside a transaction block, and when a mode without prepared statements is chosen where some
  // have been prepared.
  result<void> set_pooler_mode(pgpipe::pooler_mode mode);
  [[nodiscard]] pgpipe::pooler_mode pooler_mode() const;

  // Parses a statement and has it describe itself. `types`: OIDs of the parameters, 0 or none where the server is to
  // find out. `results`: the format in which the rows of its executions come.
  result<prepared_statement> prepare(std::string_view sql, std::span<const std::uint32_t> types = {},
                                     result_format results = result_format::text);

  // Runs a prepared statement in one round trip, of Bind, Execute and Sync.
  template <typename... Arguments>
  result<statement_result> execute(const prepared_statement& statement, const Arguments&... arguments) {
    const std::array<parameter, sizeof...(Arguments)> bound{parameter(arguments)...};
    return execute_parameters(statement, bound);
  }
  result<statement_result> execute_parameters(const prepared_statement& statement, parameters arguments);

  // Runs a statement whose rows are read as they come, in constant memory. The connection does nothing else meanwhile.
  // Errors of the statement itself come from the stream.
  template <typename... Arguments>
  result<row_stream> stream(std::string_view sql, const Arguments&... arguments) {
    const std::array<parameter, sizeof...(Arguments)> bound{parameter(arguments)...};
    return stream_parameters(sql, bound);
  }
  template <typename... Arguments>
  result<row_stream> stream(const prepared_statement& statement, const Arguments&... arguments) {
    const std::array<parameter, sizeof...(Arguments)> bound{parameter(arguments)...};
    return stream_parameters(statement, bound);
  }
  result<row_stream> stream_parameters(std::string_view sql, parameters arguments);
  result<row_stream> stream_parameters(const prepared_statement& statement, parameters arguments);

  // Lets the server forget a prepared statement. Of one that it does not know it takes no notice.
  result<void> close_statement(const prepared_statement& statement);

  // --- quoting ------------------------------------------------------------------------------------------------------

  // For text that goes into SQL where no parameter can stand. Errors: bytes that are not valid in client_encoding.
  [[nodiscard]] result<std::string> escape_literal(std::string_view text) const;
  [[nodiscard]] result<std::string> escape_identifier(std::string_view text) const;

  // --- deadlines ----------------------------------------------------------------------------------------------------

  // How long each later call may wait for the server; zero, the default, is for ever. In a pipeline the clock starts
  // with sync() and collect(). A call that gives up fails with category timeout. What it had not written yet is
  // dropped, what it had is abandoned: its answers are still counted when they come, so the connection stays usable,
  // and the next statement waits for them. Whether an abandoned statement takes effect is not known.
  void set_timeout(std::chrono::nanoseconds timeout);
  // The same for all that follows together; deadline_scope sets one for a scope.
  void set_deadline(std::chrono::steady_clock::time_point until);
  // What set_deadline() has set; the clock's last moment where nothing has.
  [[nodiscard]] std::chrono::steady_clock::time_point deadline() const;
  // Lets a deadline cancel the statement that it abandons, over a connection of its own (cancel_token), where nothing
  // but its own group is unanswered, so that nothing else can be hit; whatever is asked next waits for that, `timeout`
  // at most. Zero, the default: the statement runs on.
  void cancel_on_deadline(std::chrono::milliseconds timeout);

  // --- state --------------------------------------------------------------------------------------------------------

  // False once the connection has ended, by either side.
  [[nodiscard]] bool is_open() const;
  // The same, and whether the peer has closed its side meanwhile, which one system call tells without a round trip: of
  // the times between statements. A host that vanished without a word is found only by check().
  [[nodiscard]] bool is_alive() const;
  // A round trip, of a Sync alone, which leaves a transaction as it is. After `timeout` the connection is closed, as
  // nobody knows what it would answer; 0 waits for ever.
  result<void> check(std::chrono::milliseconds timeout = std::chrono::milliseconds(0));
  // As of the last answer.
  [[nodiscard]] protocol::transaction_status status() const;
  // What the server reports: server_version, client_encoding, ...; empty when it does not report it.
  [[nodiscard]] std::string_view parameter_status(std::string_view name) const;
  // Of the server's process, as pg_stat_activity shows it and notifications name it.
  [[nodiscard]] std::int32_t process_id() const;

  // By which another thread, or this one, may cancel what the session is doing.
  [[nodiscard]] pgpipe::cancel_token cancel_token() const;

  // Called for each NoticeResponse, from within whatever call reads it. It may push to a pipeline, but not wait.
  void on_notice(std::function<void(const server_message& notice)> handler);
  // Called for each NotificationResponse, likewise (manual, "NOTIFY").
  void on_notification(
      std::function<void(std::int32_t process_id, std::string_view channel, std::string_view payload)> handler);
  // Waits until the server has sent a notification, and calls the handler for it and for those that came with it. False
  // when none came within `timeout`; zero only looks at what has arrived. Errors: usage while results are outstanding;
  // closed, or the server's last words, when the connection ends meanwhile. Other timeouts do not count here.
  result<bool> wait_for_notification(std::chrono::nanoseconds timeout = std::chrono::nanoseconds::max());

  // --- watching -----------------------------------------------------------------------------------------------------

  // Who is told what the connection does (observer.hpp), from the next call on; nullptr: nobody. Stays over
  // reconnect().
  void set_observer(std::shared_ptr<observer> to);
  // Writes every message, in the format of libpq's PQtrace, to `sink`: whole lines, from within whatever call moves the
  // bytes. nullptr ends it. `flags` are those of protocol::trace_flags. Values are shown, passwords are not. Errors:
  // usage while something is under way.
  result<void> trace(std::function<void(std::string_view lines)> sink,
                     unsigned flags = protocol::trace_suppress_timestamps);

  // Says goodbye and closes. Later calls fail with category closed.
  void close();

  // For pipelines, copies and transactions.
  [[nodiscard]] detail::link& link() { return *link_; }

 private:
  connection(std::unique_ptr<detail::link> link, std::shared_ptr<const protocol::connect_options> options);
  result<std::vector<statement_result>> exec_idle(std::string_view sql);
  result<prepared_statement> prepare_idle(std::string_view sql, std::span<const std::uint32_t> types,
                                          result_format results);
  result<row_stream> refuse_stream(const error& why);

  std::unique_ptr<detail::link> link_;
  std::shared_ptr<const protocol::connect_options> options_;  // for reconnect()
};

}  // namespace pgpipe
