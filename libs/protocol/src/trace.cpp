#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <pgpipe/base/big_endian.hpp>
#include <pgpipe/protocol/body_reader.hpp>
#include <pgpipe/protocol/trace.hpp>

#include "trace_layout.hpp"

namespace pgpipe::protocol {
namespace {

constexpr std::size_t header_bytes = 5;

std::span<const std::byte> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

void append_hex(std::string& out, std::uint8_t byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += digits[byte >> 4U];
  out += digits[byte & 15U];
}

void append_character(std::string& out, std::uint8_t byte) {
  if (byte >= 0x20 && byte < 0x7f) {
    out += static_cast<char>(byte);
  } else {
    out += "\\x";
    append_hex(out, byte);
  }
}

// Writes a body's fields, each after a space, by its layout.
class field_printer {
 public:
  field_printer(std::string& out, std::span<const std::byte> body, bool mask)
      : out_(&out), reader_(body), mask_(mask) {}

  // Stops where the body ends too early.
  void print(std::string_view layout) {
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < layout.size() && !reader_.failed(); ++i) {
      if (layout[i] != '(') {
        count = print_field(layout[i]);
        continue;
      }
      const std::size_t end = layout.find(')', i);
      const std::string_view repeated = layout.substr(i + 1, end - i - 1);
      for (std::uint32_t k = 0; k != count && !reader_.failed(); ++k) print(repeated);
      i = end;
    }
  }

  [[nodiscard]] std::size_t remaining() const { return reader_.remaining(); }

 private:
  // Returns the field's number, which may count what follows.
  std::uint32_t print_field(char kind) {
    switch (kind) {
      case 'b': return print_byte(), 0U;
      case 'h': return print_number(reader_.uint2());
      case 'i': return print_number(reader_.int4());
      case 'o': return print_volatile(reader_.int4()), 0U;
      case 's': return print_string(reader_.string()), 0U;
      case 'v': return print_value(), 0U;
      case 'e': return print_error_fields(), 0U;
      default: return static_cast<void>(reader_.rest()), 0U;
    }
  }

  template <typename Integer>
  std::uint32_t print_number(Integer value) {
    if (!reader_.failed()) *out_ += ' ' + std::to_string(value);
    return static_cast<std::uint32_t>(std::max(Integer{0}, value));
  }

  void print_volatile(std::int32_t value) {
    if (reader_.failed()) return;
    *out_ += mask_ ? " NNNN" : ' ' + std::to_string(value);
  }

  void print_byte() {
    const std::uint8_t value = reader_.byte1();
    if (reader_.failed()) return;
    *out_ += ' ';
    append_character(*out_, value);
  }

  void print_string(std::string_view value) {
    if (!reader_.failed()) out_->append(" \"").append(value).append("\"");
  }

  void print_value() {
    const std::int32_t length = reader_.int4();
    print_number(length);
    if (reader_.failed() || length < 0) return;
    const std::span<const std::byte> value = reader_.bytes(static_cast<std::size_t>(length));
    if (reader_.failed()) return;
    *out_ += " '";
    for (const std::byte each : value) append_character(*out_, std::to_integer<std::uint8_t>(each));
    *out_ += '\'';
  }

  // Where in the server's source an error arose differs from version to version.
  void print_error_fields() {
    while (reader_.remaining() != 0) {
      const std::uint8_t field = reader_.byte1();
      *out_ += ' ';
      append_character(*out_, field);
      if (field == 0) return;
      const std::string_view value = reader_.string();
      const bool source_position = field == 'F' || field == 'L' || field == 'R';
      print_string(mask_ && source_position ? "SSSS" : value);
    }
  }

  std::string* out_;
  body_reader reader_;
  bool mask_;
};

}  // namespace

tracer::tracer(std::string& out, unsigned flags, std::function<std::string()> now)
    : out_(&out), flags_(flags), now_(std::move(now)) {}

void tracer::feed(direction& from, std::span<const std::byte> bytes) {
  if (from.lost) return;
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (from.partial.empty()) {
    take_messages(from, text);
    from.partial = text;
  } else {
    from.partial.append(text);
    std::string_view all = from.partial;
    take_messages(from, all);
    from.partial.erase(0, from.partial.size() - all.size());
  }
}

// Traces the whole messages at the front of `bytes` and takes them off it.
void tracer::take_messages(direction& from, std::string_view& bytes) {
  while (bytes.size() >= header_bytes) {
    const auto length = load_big_endian<std::uint32_t>(as_bytes(bytes).data() + 1);
    if (length < 4) {
      from.lost = true;
      bytes = {};
      return;
    }
    const std::size_t size = std::size_t{1} + length;
    if (bytes.size() < size) return;
    trace(from.letter, bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
}

void tracer::begin_line(char letter, std::string_view length) {
  if ((flags_ & trace_suppress_timestamps) == 0 && now_) out_->append(now_()).append("\t");
  *out_ += letter;
  out_->append("\t").append(length).append("\t");
}

void tracer::trace(char letter, std::string_view message) {
  const char type = message[0];
  const bool from_backend = letter == 'B';
  if (from_backend && type == 'd') return;
  const bool mask = (flags_ & trace_regress_mode) != 0;
  const bool length_varies = mask && from_backend && (type == 'E' || type == 'N');
  const std::string length = std::to_string(message.size() - 1);
  begin_line(letter, length_varies ? "NN" : length);

  const trace_layout* layout = from_backend ? find_backend_layout(type) : find_frontend_layout(type);
  field_printer fields(*out_, as_bytes(message.substr(header_bytes)), mask);
  if (layout == nullptr) {
    *out_ += "Unknown message: ";
    append_hex(*out_, static_cast<std::uint8_t>(type));
  } else {
    *out_ += layout->name;
    if (!layout->fields.empty()) *out_ += '\t';
    fields.print(layout->fields);
  }
  *out_ += '\n';
  if (fields.remaining() != 0) {
    const std::size_t consumed = message.size() - 1 - fields.remaining();
    *out_ += "mismatched message length: consumed " + std::to_string(consumed) + ", expected " + length + '\n';
  }
}

void tracer::untyped(std::span<const std::byte> message) {
  if (message.size() < 8) return;
  begin_line('F', std::to_string(message.size()));
  struct special {
    std::uint32_t code;
    std::string_view name;
  };
  constexpr std::array specials = {special{80877102, "CancelRequest"}, special{80877103, "SSLRequest"},
                                   special{80877104, "GSSENCRequest"}};
  const auto code = load_big_endian<std::uint32_t>(message.data() + 4);
  const auto* found =
      std::find_if(specials.begin(), specials.end(), [code](special each) { return each.code == code; });
  const bool is_startup = found == specials.end();
  out_->append(is_startup ? "StartupMessage" : found->name).append("\t");

  field_printer fields(*out_, message.subspan(4), (flags_ & trace_regress_mode) != 0);
  fields.print("hh");
  if (is_startup) {
    while (fields.remaining() > 1) fields.print("ss");
  } else {
    fields.print("o*");  // a cancel key is a secret
  }
  *out_ += '\n';
}

}  // namespace pgpipe::protocol
