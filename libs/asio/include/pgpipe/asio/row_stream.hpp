#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <pgpipe/asio/detail/asks.hpp>
#include <pgpipe/asio/detail/incoming_handle.hpp>
#include <pgpipe/asio/operation.hpp>

namespace pgpipe::asio_client {

namespace detail {

template <typename Statement, typename... Owned>
class stream_ask;

// The next part, which may have come already.
class part_ask {
 public:
  using value_type = statement_result;
  explicit part_ask(std::shared_ptr<incoming> from) : from_(std::move(from)) {}
  [[nodiscard]] bool is_ready() const;
  result<statement_id> push(core& to, request& by);
  static void take(statement_result&& each) { static_cast<void>(each); }
  result<statement_result> finish() { return std::move(part_); }

 private:
  std::shared_ptr<incoming> from_;
  result<statement_result> part_;
};

}  // namespace detail

// The rows of one statement as they come from the server, in constant memory; requests::stream() makes it. Call order:
// next_part() until a part has no rows: that one tells the statement's end, as command_tag() and affected_rows() do. An
// error that the statement or its commit meets comes in the end's place.
//
//   auto rows = value_or_throw(co_await db.stream("select * from much"));
//   for (;;) {
//     const auto part = value_or_throw(co_await rows.next_part());
//     if (part.empty()) break;
//     for (auto [id, name] : part.as<int, std::string_view>()) ...
//   }
//
// Rows that nobody takes are stored up to connection_options::max_stored_bytes; then the connection is read no further,
// so that nobody else's answers come either. So take the rows without awaiting anything else of the same connection in
// between: give it a connection of its own where others shall not wait. One that goes out of scope half read has the
// rest dropped as it comes. A part that was not awaited to its end, by a deadline or a cancellation, comes with the
// next.
class row_stream {
 public:
  [[nodiscard]] operation<detail::part_ask> next_part() { return {of_.on(), 0, detail::part_ask(of_.what())}; }

 private:
  template <typename Statement, typename... Owned>
  friend class detail::stream_ask;
  explicit row_stream(detail::incoming_handle of) : of_(std::move(of)) {}

  detail::incoming_handle of_;
};

namespace detail {

result<incoming_handle> push_stream(core& to, std::string_view sql, parameters arguments);
result<incoming_handle> push_stream(core& to, const prepared_statement& statement, parameters arguments);
[[nodiscard]] statement_id last_of(const incoming_handle& of);
// What stood against it before a row came.
[[nodiscard]] result<void> refusal_of(const incoming_handle& of);

// Ends when the first rows have come, or all.
template <typename Statement, typename... Owned>
class stream_ask {
 public:
  using value_type = row_stream;
  stream_ask(Statement statement, std::tuple<Owned...> arguments)
      : statement_(std::move(statement)), arguments_(std::move(arguments)) {}
  result<statement_id> push(core& to, request& by) {
    static_cast<void>(by);
    auto pushed = std::apply(
        [&](const auto&... each) {
          const std::array<parameter, sizeof...(Owned)> bound{parameter(each)...};
          return push_stream(to, statement_, bound);
        },
        arguments_);
    if (!pushed) return fail(std::move(pushed).error());
    of_ = std::move(*pushed);
    return last_of(of_);
  }
  static void take(statement_result&& each) { static_cast<void>(each); }
  result<row_stream> finish() {
    if (auto allowed = refusal_of(of_); !allowed) return fail(std::move(allowed).error());
    return row_stream(std::move(of_));
  }

 private:
  Statement statement_;
  std::tuple<Owned...> arguments_;
  incoming_handle of_;
};

}  // namespace detail
}  // namespace pgpipe::asio_client
