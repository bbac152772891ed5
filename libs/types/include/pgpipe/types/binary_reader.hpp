#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include <pgpipe/base/big_endian.hpp>
#include <pgpipe/base/field_view.hpp>

namespace pgpipe::types {

// Reads a value's binary form from front to back and never past its end: what is not there reads as zero, and from then
// on ok() is false. Call order: read everything, then ask complete() before any of it is believed.
class binary_reader {
 public:
  explicit binary_reader(field_view value) : at_(value.data), left_(value.size) {}

  template <std::integral Integer>
  [[nodiscard]] Integer integer() {
    const std::byte* from = take(sizeof(Integer));
    return from == nullptr ? Integer{} : load_big_endian<Integer>(from);
  }

  [[nodiscard]] std::uint8_t byte() {
    const std::byte* from = take(1);
    return from == nullptr ? std::uint8_t{0} : std::to_integer<std::uint8_t>(*from);
  }

  [[nodiscard]] std::span<const std::byte> bytes(std::size_t n) {
    const std::byte* from = take(n);
    return from == nullptr ? std::span<const std::byte>() : std::span(from, n);
  }

  // A length and as many bytes; the length -1 is NULL.
  [[nodiscard]] field_view field() {
    const auto length = integer<std::int32_t>();
    if (length < -1) ok_ = false;
    if (!ok_ || length < 0) return {};
    const auto size = static_cast<std::size_t>(length);
    return {take(size), size};
  }

  [[nodiscard]] std::size_t left() const { return left_; }
  [[nodiscard]] bool ok() const { return ok_; }
  // Everything that was asked for was there, and nothing else is.
  [[nodiscard]] bool complete() const { return ok_ && left_ == 0; }

 private:
  const std::byte* take(std::size_t n) {
    if (left_ < n) ok_ = false;
    if (!ok_) return nullptr;
    const std::byte* from = at_;
    at_ += n;
    left_ -= n;
    return from;
  }

  const std::byte* at_;
  std::size_t left_;
  bool ok_ = true;
};

}  // namespace pgpipe::types
