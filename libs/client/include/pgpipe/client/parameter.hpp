#pragma once

#include <cstdint>
#include <span>

#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/message_writer.hpp>
#include <pgpipe/types/types.hpp>

namespace pgpipe {

// A statement's argument on its way to the wire: which value, and how to write it. It refers to the value; it is made
// by the templates that take arguments and lives for the length of their call.
class parameter {
 public:
  template <typename T>
  explicit parameter(const T& value) : value_(static_cast<const void*>(&value)), how_(&how_to_write<T>) {}

  [[nodiscard]] bool is_null() const { return how_->is_null(value_); }
  // The type to declare where nothing else says one; 0 leaves it to the server.
  [[nodiscard]] std::uint32_t type() const { return how_->type; }
  // The format that encode() should use for a parameter of `type`.
  [[nodiscard]] format format_for(std::uint32_t type) const { return how_->format_for(type); }
  [[nodiscard]] result<void> encode(protocol::message_writer& out, std::uint32_t type, format as) const {
    return how_->encode(out, value_, type, as);
  }

 private:
  struct functions {
    std::uint32_t type;
    bool (*is_null)(const void*);
    format (*format_for)(std::uint32_t);
    result<void> (*encode)(protocol::message_writer&, const void*, std::uint32_t, format);
  };

  template <typename T>
  static constexpr functions how_to_write = {
      types::codec_for<T>::type,
      [](const void* erased) { return types::is_null(*static_cast<const T*>(erased)); },
      [](std::uint32_t type) { return types::codec_for<T>::format_for(type); },
      [](protocol::message_writer& out, const void* erased, std::uint32_t type, format as) {
        return types::encode(out, *static_cast<const T*>(erased), type, as);
      },
  };

  const void* value_;
  const functions* how_;
};

using parameters = std::span<const parameter>;

}  // namespace pgpipe
