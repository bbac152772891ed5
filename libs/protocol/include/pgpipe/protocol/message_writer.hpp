#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include <pgpipe/base/big_endian.hpp>
#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/protocol/message_type.hpp>

namespace pgpipe::protocol {

// Builds one message in place at the end of an output buffer. Call order: construct, add the fields, finish(). Without
// finish(), or when finish() refuses, nothing of the message reaches the output.
class message_writer {
 public:
  // The protocol's length word is signed: a longer message cannot be said, and a server would read its tail as other
  // messages.
  static constexpr std::size_t greatest_length = 0x7fffffff;

  message_writer(output_buffer& out, frontend type) : out_(&out) {
    grow(5);
    *at_ = static_cast<std::byte>(type);
    length_at_ = 1;
    at_ += 5;
  }

  // A message without a type byte: StartupMessage, SSLRequest, CancelRequest.
  struct untyped {};
  message_writer(output_buffer& out, untyped) : out_(&out) {
    grow(4);
    length_at_ = 0;
    at_ += 4;
  }

  // A message whose first bytes, header included, are `head`: what repeats from message to message is built once.
  message_writer(output_buffer& out, std::span<const std::byte> head) : out_(&out) {
    grow(head.size());
    std::memcpy(at_, head.data(), head.size());
    length_at_ = 1;
    at_ += head.size();
  }

  void byte1(char value) { *room(1) = static_cast<std::byte>(value), ++at_; }
  void int2(std::int16_t value) { store_big_endian(room(2), value), at_ += 2; }
  void uint2(std::uint16_t value) { store_big_endian(room(2), value), at_ += 2; }
  void int4(std::int32_t value) { store_big_endian(room(4), value), at_ += 4; }
  void uint4(std::uint32_t value) { store_big_endian(room(4), value), at_ += 4; }

  void bytes(const void* data, std::size_t n) {
    if (n > greatest_length || position() + n > greatest_length) return refuse();
    if (n != 0) std::memcpy(room(n), data, n);
    at_ += n;
  }
  void bytes(std::span<const std::byte> data) { bytes(data.data(), data.size()); }
  void text(std::string_view data) { bytes(data.data(), data.size()); }

  // A zero-terminated string. The caller has made sure that it holds no zero byte; one that does is refused, because
  // the server would read what follows it as other fields.
  void string(std::string_view value) {
    if (value.find('\0') != std::string_view::npos) refuse();
    text(value);
    byte1('\0');
  }

  // Room for n bytes that the caller fills itself; advance(m) with m <= n afterwards.
  [[nodiscard]] std::byte* room(std::size_t n) {
    if (static_cast<std::size_t>(end_ - at_) < n) grow(n);
    return at_;
  }
  void advance(std::size_t n) { at_ += n; }

  // Where the next field will stand, for patch_int4().
  [[nodiscard]] std::size_t position() const { return static_cast<std::size_t>(at_ - begin_); }
  void patch_int4(std::size_t position, std::int32_t value) { store_big_endian(begin_ + position, value); }

  // finish() will say false.
  void refuse() { refused_ = true; }

  // Writes the length and hands the message over. False, and nothing in the output, when the message is longer than
  // the protocol can say or a string held a zero byte.
  [[nodiscard]] bool finish() {
    const std::size_t size = position();
    const std::size_t length = size - length_at_;
    if (refused_ || length > greatest_length) return false;
    store_big_endian(begin_ + length_at_, static_cast<std::uint32_t>(length));
    out_->append(size);
    return true;
  }

 private:
  void grow(std::size_t n) {
    const std::size_t size = begin_ == nullptr ? 0 : position();
    const std::span<std::byte> span = out_->reserve(size + n, size);
    begin_ = span.data();
    end_ = begin_ + span.size();
    at_ = begin_ + size;
  }

  output_buffer* out_;
  std::byte* begin_ = nullptr;
  std::byte* at_ = nullptr;
  std::byte* end_ = nullptr;
  std::size_t length_at_ = 0;
  bool refused_ = false;
};

}  // namespace pgpipe::protocol
