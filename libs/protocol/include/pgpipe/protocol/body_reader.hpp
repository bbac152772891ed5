#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include <pgpipe/base/big_endian.hpp>

namespace pgpipe::protocol {

// Reads a message's body field by field. Running past the end sets failed() for good and yields zeroes and empty views,
// so a decoder checks once, at its end: complete() says that every byte was there and every byte was read.
class body_reader {
 public:
  explicit body_reader(std::span<const std::byte> body) : at_(body.data()), end_(body.data() + body.size()) {}

  std::uint8_t byte1() { return integer<std::uint8_t>(); }
  std::int16_t int2() { return integer<std::int16_t>(); }
  std::uint16_t uint2() { return integer<std::uint16_t>(); }
  std::int32_t int4() { return integer<std::int32_t>(); }
  std::uint32_t uint4() { return integer<std::uint32_t>(); }

  // Up to, and past, the next zero byte.
  std::string_view string() {
    const void* zero = at_ == end_ ? nullptr : std::memchr(at_, 0, remaining());
    if (zero == nullptr) return fail(), std::string_view();
    const auto* stop = static_cast<const std::byte*>(zero);
    const std::string_view text(reinterpret_cast<const char*>(at_), static_cast<std::size_t>(stop - at_));
    at_ = stop + 1;
    return text;
  }

  std::span<const std::byte> bytes(std::size_t n) {
    if (remaining() < n) return fail(), std::span<const std::byte>();
    const std::span<const std::byte> taken(at_, n);
    at_ += n;
    return taken;
  }

  std::span<const std::byte> rest() { return bytes(remaining()); }

  [[nodiscard]] std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }
  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] bool complete() const { return !failed_ && at_ == end_; }

 private:
  template <typename Integer>
  Integer integer() {
    if (remaining() < sizeof(Integer)) return fail(), Integer{};
    const auto value = load_big_endian<Integer>(at_);
    at_ += sizeof(Integer);
    return value;
  }
  void fail() {
    failed_ = true;
    at_ = end_;
  }

  const std::byte* at_;
  const std::byte* end_;
  bool failed_ = false;
};

}  // namespace pgpipe::protocol
