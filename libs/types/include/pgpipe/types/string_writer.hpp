#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <pgpipe/base/big_endian.hpp>

namespace pgpipe::types {

// A writer that appends to a string.
class string_writer {
 public:
  explicit string_writer(std::string& out) : out_(&out), used_(out.size()) {}
  ~string_writer() { out_->resize(used_); }
  string_writer(const string_writer&) = delete;
  string_writer& operator=(const string_writer&) = delete;

  [[nodiscard]] std::byte* room(std::size_t n) {
    out_->resize(used_ + n);
    return reinterpret_cast<std::byte*>(out_->data() + used_);
  }
  void advance(std::size_t n) { used_ += n; }

  // To write a length where position() was when it was not known yet.
  [[nodiscard]] std::size_t position() const { return used_; }
  void patch_int4(std::size_t at, std::int32_t value) {
    store_big_endian(reinterpret_cast<std::byte*>(out_->data() + at), value);
  }

 private:
  std::string* out_;
  std::size_t used_;
};

}  // namespace pgpipe::types
