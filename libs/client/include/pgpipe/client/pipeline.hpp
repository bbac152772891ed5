#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include <pgpipe/base/result.hpp>
#include <pgpipe/client/bound_portal.hpp>
#include <pgpipe/client/parameter.hpp>
#include <pgpipe/client/pipelined_copy.hpp>
#include <pgpipe/client/prepared_statement.hpp>
#include <pgpipe/client/statement_result.hpp>

namespace pgpipe {

class connection;

// How far an error reaches, and what commits together (manual, "Pipelining").
enum class group_scope : std::uint8_t {
  atomic,    // one Sync for all that was pushed up to sync(): one implicit transaction
  isolated,  // a Sync behind each statement: each commits or fails by itself
};

struct pipeline_options {
  group_scope scope = group_scope::atomic;
  // Statements and groups whose results have not been taken. One more is refused.
  std::size_t max_outstanding = 1'000'000;
  // Rows that are stored while statements are pushed and nobody takes results. Beyond it a push is refused.
  std::size_t max_buffered_bytes = std::size_t{256} * 1024 * 1024;
};

// Statements sent one behind the other without waiting for answers. Call order: push() any number of statements, sync()
// at the end of each group, next() for the results in the order of the statements, each group's own result behind them;
// pushing goes on at any time. What was pushed is sent at sync(), at flush(), when 64 KiB have gathered, and whenever
// next() has to wait: never once a statement.
//
// Behind a pooler of transactions (connection::set_pooler_mode()), what stands behind the group of a COPY is pushed
// when that has been answered: push() and sync() wait for it. In pooler mode simple a pipeline has to be isolated.
//
// While a pipeline has results that were not taken, its connection does nothing else. A pipeline that goes out of scope
// ends its last group, reads what is outstanding, and drops it.
class pipeline {
 public:
  explicit pipeline(connection& over, pipeline_options options = {});
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;
  ~pipeline();

  // Queues one execution. The id comes back with its result. Errors (usage: wrong number of arguments, a zero byte in
  // the text, too much outstanding; otherwise the connection's end) leave the pipeline as it was.
  template <typename... Arguments>
  result<statement_id> push(const prepared_statement& statement, const Arguments&... arguments) {
    const std::array<parameter, sizeof...(Arguments)> bound{parameter(arguments)...};
    return push_parameters(statement, bound);
  }
  // The same for a statement that is parsed on the spot: parameters are $1, $2, ...
  template <typename... Arguments>
  result<statement_id> push(std::string_view sql, const Arguments&... arguments) {
    const std::array<parameter, sizeof...(Arguments)> bound{parameter(arguments)...};
    return push_parameters(sql, bound);
  }
  result<statement_id> push_parameters(const prepared_statement& statement, parameters arguments) {
    return push_as(detail::result_kind::statement, statement, arguments);
  }
  result<statement_id> push_parameters(std::string_view sql, parameters arguments) {
    return push_as(detail::result_kind::statement, sql, arguments);
  }

  // The same for a statement whose rows are read as they come, in constant memory: next() returns any number of parts,
  // each with the rows that have arrived (is_part()), then the statement's result, without rows. A statement that fails
  // part-way shows the rows that came before its error.
  template <typename... Arguments>
  result<statement_id> push_streamed(const prepared_statement& statement, const Arguments&... arguments) {
    const std::array<parameter, sizeof...(Arguments)> bound{parameter(arguments)...};
    return push_as(detail::result_kind::streamed, statement, bound);
  }
  template <typename... Arguments>
  result<statement_id> push_streamed(std::string_view sql, const Arguments&... arguments) {
    const std::array<parameter, sizeof...(Arguments)> bound{parameter(arguments)...};
    return push_as(detail::result_kind::streamed, sql, bound);
  }

  // Portals, which live until they are closed or their transaction ends: push_bind() makes one of a statement and its
  // arguments; each push_fetch() brings at most `rows` more of its rows, 0 meaning all that are left, and its result is
  // `suspended` while there may be more. Each of the three has a result of its own.
  template <typename Statement, typename... Arguments>
  result<statement_id> push_bind(bound_portal& into, const Statement& statement, const Arguments&... arguments) {
    const std::array<parameter, sizeof...(Arguments)> bound{parameter(arguments)...};
    return push_bind_parameters(into, statement, bound);
  }
  result<statement_id> push_bind_parameters(bound_portal& into, const prepared_statement& statement,
                                            parameters arguments);
  result<statement_id> push_bind_parameters(bound_portal& into, std::string_view sql, parameters arguments);
  result<statement_id> push_fetch(const bound_portal& portal, std::int32_t rows);
  result<statement_id> push_close(const bound_portal& portal);

  // COPY ... FROM STDIN with its data, and COPY ... TO STDOUT, between other statements: all of it in one write. `sql`
  // says in which format the data is. begin_copy_in() lets the data be written piece by piece; push_copy_in() takes it
  // whole, or from a function that returns one piece after the other and an empty one at the end. `take` gets each
  // CopyData from within whatever call reads it, until the COPY's result is taken; it may push, but not wait.
  result<pipelined_copy> begin_copy_in(std::string_view sql);
  result<statement_id> push_copy_in(std::string_view sql, std::string_view data);
  result<statement_id> push_copy_in(std::string_view sql, const std::function<std::span<const std::byte>()>& produce);
  result<statement_id> push_copy_out(std::string_view sql, std::function<void(std::span<const std::byte>)> take);

  // Ends the group and sends what has gathered, as far as the network takes it without waiting. In an isolated pipeline
  // every statement has ended its own group already, and this only sends.
  result<void> sync();

  // Sends what has gathered, and asks the server to send what it has answered so far, without ending the group.
  result<void> flush();

  // The next result in order, waiting for it: a statement's, or a group's. nullptr when nothing is outstanding. It is
  // valid until the next call of next() or collect(). A statement whose group has no sync() yet gets its answer only
  // after flush() or an error, so next() asks for it by flush().
  [[nodiscard]] const statement_result* next();

  // Ends the group and takes all outstanding results, groups included, in order.
  result<std::vector<statement_result>> collect();

  // Results not taken yet, groups included.
  [[nodiscard]] std::size_t outstanding() const;

 private:
  friend class pipelined_copy;

  [[nodiscard]] bool pushes_are_free() const;
  result<void> before_push();
  result<void> settle();
  [[nodiscard]] error too_much_outstanding() const;
  void close_copy();
  void abandon_open_copy();
  template <typename Push>
  result<statement_id> push_when_ready(Push push);
  result<statement_id> push_as(detail::result_kind kind, const prepared_statement& statement, parameters arguments);
  result<statement_id> push_as(detail::result_kind kind, std::string_view sql, parameters arguments);

  connection* connection_;
  pipeline_options options_;
  std::size_t most_outstanding_;  // of options_, or 0 where before_push() has to look first: while a COPY is open,
                                  // when nothing can be pushed, and where the pooler mode asks for it
  bool ends_each_;                // with a Sync; a simple Query needs none
  statement_id open_copy_ = 0;    // 0: none
  statement_result part_;         // of a streamed statement
  bool front_shown_ = false;
};

}  // namespace pgpipe
