#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <vector>

#include <pgpipe/base/chunk.hpp>
#include <pgpipe/base/error.hpp>
#include <pgpipe/base/short_list.hpp>
#include <pgpipe/client/row.hpp>
#include <pgpipe/protocol/data_row.hpp>
#include <pgpipe/protocol/row_description.hpp>

namespace pgpipe {

namespace detail {
class result_builder;

// What a result is about, and with it what its end is.
enum class result_kind : std::uint8_t {
  // known with a ReadyForQuery
  group,
  lone_statement,  // a statement with a Sync of its own
  // known with the statement's own end
  statement,
  streamed,  // a statement whose rows are taken in parts while they come
  copy_in,   // COPY ... FROM STDIN, whose data follows it
  copy_out,  // COPY ... TO STDOUT, whose data goes to a function
};
}  // namespace detail

// Numbers what a connection was asked, in order and from 1; no number comes twice on one connection.
using statement_id = std::uint64_t;

// How a statement ended.
enum class statement_outcome : std::uint8_t {
  pending,    // not known yet
  completed,  // the server did it; whether it lasts is for its group to say
  suspended,  // a portal has given as many rows as were asked for, and may have more
  failed,     // the server refused it: failure()
  skipped,    // an earlier error of its group made the server skip it
  not_sent,   // the connection ended before a byte of it left
  unknown,    // the connection ended after it was sent, wholly or in part
};

// How a group, the statements up to a Sync, ended: decided by its ReadyForQuery alone.
enum class group_outcome : std::uint8_t {
  pending,
  committed,       // outside a transaction block, without an error: its implicit transaction has committed
  rolled_back,     // outside a transaction block, with an error: it was undone, but for what an explicit COMMIT or a
                   // command that commits by itself (VACUUM, CREATE DATABASE) had made lasting before
  in_transaction,  // inside a transaction block, which COMMIT or ROLLBACK will end
  failed_transaction,  // inside a transaction block that an error has aborted: only ROLLBACK is left
  unknown,             // the connection ended before the server said
};

namespace detail {
[[nodiscard]] const protocol::row_shape& no_columns();
[[nodiscard]] error in_row(std::size_t row, error cause);
}  // namespace detail

[[nodiscard]] std::string_view to_string(statement_outcome outcome);
[[nodiscard]] std::string_view to_string(group_outcome outcome);

// What became of one statement, or of one group: a group's result comes behind those of its statements.
//
// The rows stand in the memory that they arrived in, which the result keeps; values are decoded when asked for. A
// result, and what points into it, belongs to one thread at a time.
class alignas(64) statement_result {
 public:
  [[nodiscard]] statement_id id() const { return id_; }
  // True for a group's result, which has neither rows nor a command tag.
  [[nodiscard]] bool is_group() const { return kind_ == detail::result_kind::group; }
  // Of a statement.
  [[nodiscard]] statement_outcome outcome() const { return outcome_; }
  // The server did it. A statement that was run by itself, by query() and the like, has also committed.
  [[nodiscard]] bool completed() const { return outcome_ == statement_outcome::completed; }
  // Some rows of a streamed statement: further parts follow, then its result without rows, which tells its end.
  [[nodiscard]] bool is_part() const {
    return outcome_ == statement_outcome::pending && kind_ == detail::result_kind::streamed;
  }
  // Of a group, and of a statement that was run by itself: its own group's.
  [[nodiscard]] group_outcome group() const { return group_; }

  // What went wrong: the server's error of a failed statement, the reason for any other that did not complete. Of a
  // group: the error that came with its commit, such as a deferred constraint's. nullptr where nothing did.
  [[nodiscard]] const error* failure() const { return failure_.get(); }

  // "INSERT 0 1"; empty for an empty query.
  [[nodiscard]] std::string_view command_tag() const { return {tag_.data(), tag_size_}; }
  // The rows that the command touched or returned, where its tag counts them; else 0.
  [[nodiscard]] std::uint64_t affected_rows() const;

  // The columns; none for a statement that returns no rows.
  [[nodiscard]] const protocol::row_shape& columns() const { return columns_ ? *columns_ : detail::no_columns(); }

  // Rows. Row i is valid for as long as this result is.
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  [[nodiscard]] row operator[](std::size_t i) const { return {rows_[i], columns()}; }

  class iterator {
   public:
    iterator(const statement_result& result, std::size_t at) : result_(&result), at_(at) {}
    row operator*() const { return (*result_)[at_]; }
    iterator& operator++() { return ++at_, *this; }
    friend bool operator==(const iterator&, const iterator&) = default;

   private:
    const statement_result* result_;
    std::size_t at_;
  };
  [[nodiscard]] iterator begin() const { return {*this, 0}; }
  [[nodiscard]] iterator end() const { return {*this, rows_.size()}; }

  // The rows as row::as<T...>() reads them, each when it is come to:
  //
  //   for (auto [id, name] : rows.as<int, std::string_view>()) ...
  //
  // Throws pgpipe::exception where there are more or fewer columns, and while iterating where a value does not fit; the
  // error names row and column. The result must outlive what this returns, and the views that it gives.
  template <typename... T>
  [[nodiscard]] typed_rows<T...> as() const&;
  template <typename... T>
  typed_rows<T...> as() const&& = delete;
  // All of them, or the first error.
  template <typename... T>
  [[nodiscard]] result<std::vector<row_values<T...>>> decode_as() const;

 private:
  friend class detail::result_builder;

  // In the order of use: of a completed statement with one row or none, two cache lines are touched and no more.
  statement_id id_ = 0;
  std::shared_ptr<const protocol::row_shape> columns_;
  short_list<protocol::data_row_view> rows_;
  chunk_ptr newest_pin_;  // what the newest of rows_ points into
  std::size_t row_bytes_ = 0;
  std::shared_ptr<const error> failure_;
  statement_outcome outcome_ = statement_outcome::pending;
  group_outcome group_ = group_outcome::pending;
  detail::result_kind kind_ = detail::result_kind::statement;
  // The server's own limit for a command tag is 63 bytes (COMPLETION_TAG_BUFSIZE).
  std::uint8_t tag_size_ = 0;
  std::array<char, 63> tag_{};
  std::vector<chunk_ptr> pins_;  // what the rows before the newest point into: empty where there are not two
};

// What statement_result::as() gives; it refers to the result.
template <typename... T>
class typed_rows {
 public:
  explicit typed_rows(const statement_result& rows) : rows_(&rows) {}

  class iterator {
   public:
    iterator(const statement_result& rows, std::size_t at) : rows_(&rows), at_(at) {}
    row_values<T...> operator*() const {
      if constexpr (std::is_default_constructible_v<row_values<T...>>) {
        row_values<T...> values{};
        if (!(*rows_)[at_].read_all(values)) [[unlikely]]
          values = decode();
        return values;
      } else {
        return decode();
      }
    }
    iterator& operator++() { return ++at_, *this; }
    friend bool operator==(const iterator&, const iterator&) = default;

   private:
    [[gnu::noinline]] row_values<T...> decode() const {
      auto values = (*rows_)[at_].template decode_as<T...>();
      if (!values) throw exception(detail::in_row(at_, std::move(values).error()));
      return *std::move(values);
    }

    const statement_result* rows_;
    std::size_t at_;
  };

  [[nodiscard]] std::size_t size() const { return rows_->size(); }
  [[nodiscard]] iterator begin() const { return {*rows_, 0}; }
  [[nodiscard]] iterator end() const { return {*rows_, rows_->size()}; }

 private:
  const statement_result* rows_;
};

template <typename... T>
typed_rows<T...> statement_result::as() const& {
  constexpr std::size_t count = detail::columns_of_values<row_values<T...>>::count;
  if (columns().size() != count) throw exception(detail::wrong_column_count(columns().size(), count));
  return typed_rows<T...>(*this);
}

template <typename... T>
result<std::vector<row_values<T...>>> statement_result::decode_as() const {
  constexpr std::size_t count = detail::columns_of_values<row_values<T...>>::count;
  if (columns().size() != count) return fail(detail::wrong_column_count(columns().size(), count));
  std::vector<row_values<T...>> all;
  all.reserve(size());
  for (std::size_t i = 0; i != size(); ++i) {
    auto values = (*this)[i].template decode_as<T...>();
    if (!values) return fail(detail::in_row(i, std::move(values).error()));
    all.push_back(*std::move(values));
  }
  return all;
}

}  // namespace pgpipe
