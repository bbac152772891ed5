#pragma once

#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include <pgpipe/base/result.hpp>
#include <pgpipe/client/row.hpp>
#include <pgpipe/client/statement_result.hpp>

namespace pgpipe {

namespace detail {
class link;
}

// The rows of one statement as they come from the server, in constant memory. connection::stream() makes it. Call
// order: next() until it says nullptr, then finish(), which tells an end from an error; or a range-based for, which
// throws the error as pgpipe::exception. A row is valid until the next one is asked for. While the stream is there, its
// connection does nothing else; one that goes out of scope half read reads the rest and drops it.
class row_stream {
 public:
  row_stream(row_stream&& other) noexcept;
  row_stream& operator=(row_stream&&) = delete;
  ~row_stream();

  // The next row, waiting for it; nullptr behind the last one, and where the statement has failed.
  [[nodiscard]] const row* next() {
    if (at_ == part_.size()) {
      if (next_part() == nullptr) return nullptr;
      at_ = 0;
    }
    return &current_.emplace(part_[at_++]);
  }

  // All rows that have arrived behind the current part, waiting for the first: nullptr at the end. They are valid until
  // the next call of either function, and next() goes on behind them.
  [[nodiscard]] const statement_result* next_part();

  // The columns, known with the first row.
  [[nodiscard]] const protocol::row_shape& columns() const { return part_.columns(); }

  // Reads what is left, drops it, and returns the statement's result, which has no rows; or the error that the
  // statement or its commit met.
  result<statement_result> finish();

  class iterator {
   public:
    using value_type = row;
    using difference_type = std::ptrdiff_t;

    explicit iterator(row_stream& stream) : stream_(&stream) { ++*this; }
    const row& operator*() const { return *row_; }
    iterator& operator++() {
      row_ = stream_->next_or_throw();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const iterator& at, std::default_sentinel_t /*end*/) { return at.row_ == nullptr; }

   private:
    row_stream* stream_;
    const row* row_ = nullptr;
  };
  [[nodiscard]] iterator begin() { return iterator(*this); }
  [[nodiscard]] static std::default_sentinel_t end() { return std::default_sentinel; }

 private:
  friend class connection;
  explicit row_stream(detail::link& link) : link_(&link) {}
  const row* next_or_throw();
  result<statement_result> read_end(detail::link& link);

  detail::link* link_;  // nullptr: finished
  statement_result part_;
  std::size_t at_ = 0;
  std::optional<row> current_;
  result<statement_result> end_ = fail(error_category::usage, "the stream has been moved", retry_safety::safe);
};

}  // namespace pgpipe
