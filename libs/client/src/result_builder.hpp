#pragma once

#include <utility>

#include <pgpipe/client/statement_result.hpp>

namespace pgpipe::detail {

// The only writer of statement_result.
class result_builder {
 public:
  explicit result_builder(statement_result& target) : target_(target) {}

  // For a new statement or group, whose columns are known to be these or not known yet; what it was used for before has
  // been let go.
  void start(statement_id id, result_kind kind, const std::shared_ptr<const protocol::row_shape>& columns = {}) {
    target_.id_ = id;
    target_.kind_ = kind;
    target_.outcome_ = statement_outcome::pending;
    target_.group_ = group_outcome::pending;
    target_.tag_size_ = 0;
    set_columns(columns);
  }

  // Drops what it held, but for the memory of its lists; and for its columns, which are often those of what comes next.
  void let_go() {
    drop_rows();
    target_.failure_.reset();
  }

  [[nodiscard]] std::size_t row_bytes() const { return target_.row_bytes_; }

  // The same ones again cost no count of their owners, which would be an atomic one where there are threads.
  void set_columns(const std::shared_ptr<const protocol::row_shape>& columns) {
    if (target_.columns_ != columns) target_.columns_ = columns;
  }
  [[nodiscard]] const protocol::row_shape* columns() const { return target_.columns_.get(); }

  void add_row(const protocol::data_row_view& row, std::size_t bytes, const chunk_ptr& pin) {
    target_.row_bytes_ += bytes;
    if (target_.newest_pin_ != pin) {
      if (target_.newest_pin_) target_.pins_.push_back(std::move(target_.newest_pin_));
      target_.newest_pin_ = pin;
    }
    target_.rows_.push_back(row);
  }

  // Rows behind one that was added, in the same chunk.
  void add_row_behind(const protocol::data_row_view& row) { target_.rows_.push_back(row); }
  void add_row_bytes(std::size_t bytes) { target_.row_bytes_ += bytes; }

  void finish(std::string_view tag) {
    target_.tag_size_ = static_cast<std::uint8_t>(tag.copy(target_.tag_.data(), target_.tag_.size()));
    target_.outcome_ = target_.failure_ ? statement_outcome::failed : statement_outcome::completed;
  }
  void suspend() {
    target_.tag_size_ = 0;
    target_.outcome_ = statement_outcome::suspended;
  }
  // A failed statement shows no rows: those that came before its error are of no use to anyone, except to who takes
  // them as they come. Returns the bytes of the rows that were dropped.
  std::size_t finish(statement_outcome outcome, error why) {
    const std::size_t dropped = is_streamed() ? 0 : drop_rows();
    target_.outcome_ = outcome;
    set_failure(std::move(why));
    return dropped;
  }
  void finish(group_outcome outcome) { target_.group_ = outcome; }
  // What went wrong, while the end is still to come.
  void set_failure(error why) { target_.failure_ = std::make_shared<const error>(std::move(why)); }

  [[nodiscard]] bool is_pending() const {
    return target_.kind_ >= result_kind::statement ? target_.outcome_ == statement_outcome::pending
                                                   : target_.group_ == group_outcome::pending;
  }
  [[nodiscard]] bool is_copy_in() const { return target_.kind_ == result_kind::copy_in; }
  [[nodiscard]] bool is_copy_out() const { return target_.kind_ == result_kind::copy_out; }
  [[nodiscard]] bool is_streamed() const { return target_.kind_ == result_kind::streamed; }

  // Makes `part` show the rows that have come so far, and forgets them. The two exchange the memory of their lists.
  void move_rows_to(statement_result& part) {
    result_builder(part).start(target_.id_, target_.kind_, target_.columns_);
    std::swap(part.rows_, target_.rows_);
    std::swap(part.pins_, target_.pins_);
    std::swap(part.newest_pin_, target_.newest_pin_);
    std::swap(part.row_bytes_, target_.row_bytes_);
  }

  // Moves the rows to memory that nothing else pins, so that the result may go to another thread.
  void detach() {
    if (target_.rows_.empty()) return;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i != target_.rows_.size(); ++i) bytes += target_.rows_[i].bytes();
    const chunk_ptr own = make_lone_chunk(bytes);
    std::byte* to = own->data();
    short_list<protocol::data_row_view> moved;
    for (std::size_t i = 0; i != target_.rows_.size(); ++i) {
      moved.push_back(target_.rows_[i].copied_to(to));
      to += target_.rows_[i].bytes();
    }
    target_.rows_ = std::move(moved);
    target_.pins_.clear();
    target_.newest_pin_ = own;
  }

  // Returns how many bytes they had.
  std::size_t drop_rows() {
    if (target_.rows_.size() > 1) [[unlikely]]
      target_.pins_.clear();
    target_.rows_.clear();
    target_.newest_pin_.reset();
    return std::exchange(target_.row_bytes_, 0);
  }

 private:
  statement_result& target_;
};

}  // namespace pgpipe::detail
