#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/protocol/message_type.hpp>
#include <pgpipe/protocol/message_writer.hpp>

// One function a frontend message (manual, "Message Formats"): each appends the message to `out` and returns false,
// having appended nothing, when the message cannot be said: a zero byte inside a string, or more than 2 GB.
namespace pgpipe::protocol {

using parameter_list = std::span<const std::pair<std::string_view, std::string_view>>;

// Version numbers of StartupMessage: major in the upper 16 bits, minor in the lower.
inline constexpr std::uint32_t protocol_3_0 = 0x00030000;
inline constexpr std::uint32_t protocol_3_2 = 0x00030002;

[[nodiscard]] bool startup_message(output_buffer& out, std::uint32_t version, parameter_list parameters);
[[nodiscard]] bool ssl_request(output_buffer& out);
// `key` is what BackendKeyData brought: 4 bytes at protocol 3.0, up to 256 from 3.2 on.
[[nodiscard]] bool cancel_request(output_buffer& out, std::int32_t process_id, std::span<const std::byte> key);

[[nodiscard]] bool password_message(output_buffer& out, std::string_view password);
[[nodiscard]] bool sasl_initial_response(output_buffer& out, std::string_view mechanism, std::string_view response);
[[nodiscard]] bool sasl_response(output_buffer& out, std::string_view response);

[[nodiscard]] bool query(output_buffer& out, std::string_view sql);
[[nodiscard]] bool parse(output_buffer& out, std::string_view statement, std::string_view sql,
                         std::span<const std::uint32_t> parameter_types = {});
[[nodiscard]] bool describe(output_buffer& out, object_kind kind, std::string_view name);
// `row_limit` 0 means all rows.
[[nodiscard]] bool execute(output_buffer& out, std::string_view portal = {}, std::int32_t row_limit = 0);
[[nodiscard]] bool close(output_buffer& out, object_kind kind, std::string_view name);
[[nodiscard]] bool copy_data(output_buffer& out, std::span<const std::byte> data);
[[nodiscard]] bool copy_fail(output_buffer& out, std::string_view reason);
void copy_done(output_buffer& out);
void flush(output_buffer& out);
void sync(output_buffer& out);
void terminate(output_buffer& out);

// A parameter or argument in wire form; nullptr data means NULL.
struct wire_value {
  const std::byte* data = nullptr;
  std::size_t size = 0;
  format encoding = format::text;
};

[[nodiscard]] bool function_call(output_buffer& out, std::uint32_t function, std::span<const wire_value> arguments,
                                 format result_format);

// Bind, field by field and in place: construct with the number of parameters, add each of them in order, finish().
// Parameter formats are said once for all of them.
class bind_writer {
 public:
  bind_writer(output_buffer& out, std::string_view portal, std::string_view statement, std::uint16_t parameter_count,
              format parameter_format = format::text);
  bind_writer(output_buffer& out, std::string_view portal, std::string_view statement,
              std::span<const format> parameter_formats);

  void null() { message_.int4(-1); }
  void value(const void* data, std::size_t size) {
    message_.int4(static_cast<std::int32_t>(size));
    message_.bytes(data, size);
  }
  void value(std::string_view text) { value(text.data(), text.size()); }

  // Lets `encode(message_writer&)` write the value itself, of a size not known before.
  template <typename Encode>
  void value_by(Encode&& encode) {
    const std::size_t at = message_.position();
    message_.int4(0);
    encode(message_);
    message_.patch_int4(at, static_cast<std::int32_t>(message_.position() - at - 4));
  }

  // The same, where `encode` returns false, having written nothing, for NULL.
  template <typename Encode>
  void nullable_by(Encode&& encode) {
    const std::size_t at = message_.position();
    message_.int4(-1);
    if (encode(message_)) message_.patch_int4(at, static_cast<std::int32_t>(message_.position() - at - 4));
  }

  // All result columns in one format, which is said even where it is the default, as libpq does: the traces compare.
  [[nodiscard]] bool finish(format result_format = format::text);
  [[nodiscard]] bool finish(std::span<const format> result_formats);

 private:
  message_writer message_;
};

// Bind of values that stand ready; formats are said one by one only where they differ.
[[nodiscard]] bool bind(output_buffer& out, std::string_view portal, std::string_view statement,
                        std::span<const wire_value> parameters, format result_format = format::text);

}  // namespace pgpipe::protocol
