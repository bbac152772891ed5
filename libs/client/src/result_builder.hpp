#pragma once

#include <pgpipe/client/statement_result.hpp>

namespace pgpipe::detail {

// The only writer of statement_result.
class result_builder {
 public:
  explicit result_builder(statement_result& target) : target_(target) {}

  // For a new statement or group; what it was used for before has been let go.
  void start(statement_id id, result_kind kind) {
    target_.id_ = id;
    target_.kind_ = kind;
    target_.outcome_ = statement_outcome::pending;
    target_.group_ = group_outcome::pending;
    target_.tag_size_ = 0;
  }

  // Drops what it held, but for the memory of its lists.
  void let_go() {
    target_.columns_.reset();
    drop_rows();
    target_.failure_.reset();
  }

  [[nodiscard]] std::size_t row_bytes() const { return target_.row_bytes_; }

  void set_columns(std::shared_ptr<const protocol::row_shape> columns) { target_.columns_ = std::move(columns); }
  [[nodiscard]] const protocol::row_shape* columns() const { return target_.columns_.get(); }

  void add_row(const protocol::data_row_view& row, std::size_t bytes, const chunk_ptr& pin) {
    target_.row_bytes_ += bytes;
    if (target_.newest_pin_ != pin) {
      if (target_.newest_pin_) target_.pins_.push_back(std::move(target_.newest_pin_));
      target_.newest_pin_ = pin;
    }
    target_.rows_.push_back(row);
  }

  void finish(std::string_view tag) {
    target_.tag_size_ = static_cast<std::uint8_t>(tag.copy(target_.tag_.data(), target_.tag_.size()));
    target_.outcome_ = target_.failure_ ? statement_outcome::failed : statement_outcome::completed;
  }
  // A failed statement shows no rows: those that came before its error are of no use to anyone.
  void finish(statement_outcome outcome, error why) {
    drop_rows();
    target_.outcome_ = outcome;
    set_failure(std::move(why));
  }
  void finish(group_outcome outcome) { target_.group_ = outcome; }
  // What went wrong, while the end is still to come.
  void set_failure(error why) { target_.failure_ = std::make_shared<const error>(std::move(why)); }

  [[nodiscard]] bool is_pending() const {
    return target_.kind_ == result_kind::statement ? target_.outcome_ == statement_outcome::pending
                                                   : target_.group_ == group_outcome::pending;
  }

 private:
  void drop_rows() {
    target_.rows_.clear();
    target_.newest_pin_.reset();
    if (!target_.pins_.empty()) target_.pins_.clear();
    target_.row_bytes_ = 0;
  }

  statement_result& target_;
};

}  // namespace pgpipe::detail
