#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <pgpipe/asio/batch.hpp>
#include <pgpipe/asio/copying.hpp>
#include <pgpipe/asio/detail/asks.hpp>
#include <pgpipe/asio/operation.hpp>
#include <pgpipe/asio/row_stream.hpp>

namespace pgpipe::asio_client {

// What connections, exclusive connections and transactions can be asked. Any number of coroutines may ask at the same
// time, from any thread: each gets its own answer, and nobody waits for the answers of those before.
class requests {
 public:
  // One statement; parameters are $1, $2, ... It is prepared at its first use where connection_options say that there
  // is a statement cache.
  template <typename... Arguments>
  auto query(std::string_view sql, Arguments&&... arguments) {
    using ask = detail::query_ask<detail::owned_t<Arguments>...>;
    return operation<ask>(core_, lease_, ask(sql, detail::own_all(std::forward<Arguments>(arguments)...)));
  }

  // A prepared statement, which belongs to the connection that prepared it.
  template <typename... Arguments>
  auto execute(const prepared_statement& statement, Arguments&&... arguments) {
    using ask = detail::execute_ask<detail::owned_t<Arguments>...>;
    return operation<ask>(core_, lease_, ask(statement, detail::own_all(std::forward<Arguments>(arguments)...)));
  }

  // The same, whose rows are taken in parts as they come.
  template <typename... Arguments>
  auto stream(std::string_view sql, Arguments&&... arguments) {
    using ask = detail::stream_ask<std::string, detail::owned_t<Arguments>...>;
    return operation<ask>(core_, lease_, ask(std::string(sql), detail::own_all(std::forward<Arguments>(arguments)...)));
  }
  template <typename... Arguments>
  auto stream(const prepared_statement& statement, Arguments&&... arguments) {
    using ask = detail::stream_ask<prepared_statement, detail::owned_t<Arguments>...>;
    return operation<ask>(core_, lease_, ask(statement, detail::own_all(std::forward<Arguments>(arguments)...)));
  }

  // As pgpipe::connection::prepare().
  operation<detail::prepare_ask> prepare(std::string_view sql, std::span<const std::uint32_t> types = {},
                                         result_format results = result_format::text) {
    return {core_, lease_, detail::prepare_ask(sql, types, results)};
  }
  operation<detail::close_statement_ask> close_statement(const prepared_statement& statement) {
    return {core_, lease_, detail::close_statement_ask(statement)};
  }

  // Several statements in one go. The results are those of the statements in order, failed ones included; behind those
  // of an atomic batch stands the group's, which says whether it committed. A statement that cannot be written (the
  // wrong number of arguments, say) makes an atomic batch fail as a whole, and leaves no trace.
  operation<detail::batch_ask> run(batch statements) {
    return {core_, lease_, detail::batch_ask(std::move(statements))};
  }

  // Text of one or several statements by the simple Query protocol: the results of all of them, or the first error.
  operation<detail::exec_ask> exec(std::string_view sql) { return {core_, lease_, detail::exec_ask(sql)}; }

  // COPY ... FROM STDIN of data in the format that `sql` says; and COPY ... TO STDOUT, whose data `take` gets piece by
  // piece on the connection's strand, where it may ask for more but must not wait. Both return the number of rows.
  operation<detail::copy_ask> copy_in(std::string_view sql, std::string data) {
    return {core_, lease_, detail::copy_ask(sql, std::move(data))};
  }
  operation<detail::copy_ask> copy_out(std::string_view sql, std::function<void(std::span<const std::byte>)> take) {
    return {core_, lease_, detail::copy_ask(sql, std::move(take))};
  }

  // The same in pieces, as somebody makes or takes them. Ends at once, before the server has said anything; and with
  // the first data.
  operation<detail::begin_copy_in_ask> begin_copy_in(std::string_view sql) {
    return {core_, lease_, detail::begin_copy_in_ask(sql)};
  }
  operation<detail::begin_copy_out_ask> begin_copy_out(std::string_view sql) {
    return {core_, lease_, detail::begin_copy_out_ask(sql)};
  }

  // A round trip that asks nothing, and leaves a transaction as it is.
  operation<detail::check_ask> check() { return {core_, lease_, detail::check_ask()}; }

 protected:
  requests() = default;
  requests(std::shared_ptr<detail::core> core, std::uint64_t lease) : core_(std::move(core)), lease_(lease) {}

  std::shared_ptr<detail::core> core_;
  std::uint64_t lease_ = 0;
};

}  // namespace pgpipe::asio_client
