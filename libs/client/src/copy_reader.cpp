#include <utility>

#include <pgpipe/base/big_endian.hpp>
#include <pgpipe/client/copy_reader.hpp>

namespace pgpipe {
namespace {

constexpr std::string_view binary_signature("PGCOPY\n\377\r\n\0", 11);
constexpr std::size_t binary_header_bytes = 19;
constexpr std::uint32_t critical_flags = 0xffff0000;  // a reader that does not know one of them must stop

template <typename Integer>
Integer load(std::string_view data, std::size_t at) {
  return load_big_endian<Integer>(reinterpret_cast<const std::byte*>(data.data()) + at);
}

// What a backslash and this character stand for; other escapes, octal and hexadecimal ones, no server writes.
char unescape(char c) {
  switch (c) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    default: return c;
  }
}

// The first line end outside quotes, or npos.
std::size_t end_of_record(std::string_view data, bool quotes) {
  if (!quotes) return data.find('\n');
  bool inside = false;
  for (std::size_t i = 0; i != data.size(); ++i) {
    if (data[i] == '"') inside = !inside;
    if (data[i] == '\n' && !inside) return i;
  }
  return std::string_view::npos;
}

}  // namespace

result<void> copy_reader::feed(std::span<const std::byte> data, const take_row& take) {
  std::string_view arrived(reinterpret_cast<const char*>(data.data()), data.size());
  const bool whole = partial_.empty();
  if (!whole) partial_ += arrived;
  const std::string_view all = whole ? arrived : std::string_view(partial_);
  const std::size_t used = format_ == copy_format::binary ? feed_binary(all, take) : feed_lines(all, take);
  if (!broken_.empty()) return fail(error_category::protocol, broken_);
  if (whole) {
    partial_ = arrived.substr(used);
  } else {
    partial_.erase(0, used);
  }
  return {};
}

result<void> copy_reader::finish(const take_row& take) {
  if (broken_.empty() && !partial_.empty() && format_ != copy_format::binary) {
    const std::string last = std::exchange(partial_, {}) + '\n';
    if (feed_lines(last, take) != last.size()) break_off("the data ends inside quotes");
  }
  if (broken_.empty() && (!partial_.empty() || (format_ == copy_format::binary && !ended_)))
    break_off("the data ends before its trailer");
  if (!broken_.empty()) return fail(error_category::protocol, broken_);
  return {};
}

// --- binary ---------------------------------------------------------------------------------------------------------

std::size_t copy_reader::feed_binary(std::string_view data, const take_row& take) {
  std::size_t used = 0;
  while (broken_.empty() && used != data.size()) {
    const std::string_view rest = data.substr(used);
    const std::size_t n = header_read_ ? read_binary_row(rest, take) : read_binary_header(rest);
    if (n == 0) break;
    used += n;
  }
  return used;
}

// How many bytes were used; 0 where more are needed.
std::size_t copy_reader::read_binary_header(std::string_view data) {
  if (data.size() < binary_header_bytes) return 0;
  if (!data.starts_with(binary_signature)) return break_off("this is not the binary format of COPY"), 0;
  if ((load<std::uint32_t>(data, binary_signature.size()) & critical_flags) != 0)
    return break_off("the binary COPY data has a header of a later version"), 0;
  const std::size_t extension = load<std::uint32_t>(data, binary_signature.size() + 4);
  if (data.size() - binary_header_bytes < extension) return 0;
  header_read_ = true;
  return binary_header_bytes + extension;
}

std::size_t copy_reader::read_binary_row(std::string_view data, const take_row& take) {
  if (ended_) return break_off("there is data behind the trailer"), 0;
  if (data.size() < 2) return 0;
  const auto count = load<std::int16_t>(data, 0);
  std::size_t at = 2;
  if (count == -1) ended_ = true;
  if (count == -1) return at;
  if (count < 0) return break_off("a row has a negative number of columns"), 0;
  fields_.clear();
  for (int i = 0; i != count; ++i) {
    if (data.size() - at < 4) return 0;
    const auto length = load<std::int32_t>(data, at);
    at += 4;
    if (length < -1) return break_off("a value has a negative length"), 0;
    const std::size_t size = length < 0 ? 0 : static_cast<std::size_t>(length);
    if (data.size() - at < size) return 0;
    if (length < 0) {
      fields_.emplace_back();
    } else {
      fields_.push_back({reinterpret_cast<const std::byte*>(data.data()) + at, size});
    }
    at += size;
  }
  take(copy_row(fields_, types_, format::binary));
  return at;
}

// --- text and CSV ---------------------------------------------------------------------------------------------------

std::size_t copy_reader::feed_lines(std::string_view data, const take_row& take) {
  std::size_t used = 0;
  for (;;) {
    const std::string_view rest = data.substr(used);
    const std::size_t end = end_of_record(rest, format_ == copy_format::csv);
    if (end == std::string_view::npos) return used;
    const std::string_view line = rest.substr(0, end);
    unescaped_.clear();
    pieces_.clear();
    if (format_ == copy_format::csv) {
      read_csv_record(line, take);
    } else {
      read_text_line(line, take);
    }
    used += end + 1;
  }
}

void copy_reader::read_text_line(std::string_view line, const take_row& take) {
  for (;;) {
    const std::size_t end = std::min(line.find('\t'), line.size());
    const std::string_view field = line.substr(0, end);
    const std::size_t begin = unescaped_.size();
    for (std::size_t i = 0; i != field.size(); ++i) {
      if (field[i] == '\\' && i + 1 != field.size()) {
        unescaped_ += unescape(field[++i]);
      } else {
        unescaped_ += field[i];
      }
    }
    pieces_.push_back({field == "\\N", begin, unescaped_.size() - begin});
    if (end == line.size()) return show(take);
    line.remove_prefix(end + 1);
  }
}

void copy_reader::read_csv_record(std::string_view record, const take_row& take) {
  bool inside = false;
  bool quoted = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= record.size(); ++i) {
    if (i == record.size() || (record[i] == ',' && !inside)) {
      pieces_.push_back({!quoted && unescaped_.size() == begin, begin, unescaped_.size() - begin});
      begin = unescaped_.size();
      quoted = false;
    } else if (record[i] != '"') {
      unescaped_ += record[i];
    } else if (inside && i + 1 != record.size() && record[i + 1] == '"') {
      unescaped_ += record[++i];
    } else {
      inside = !inside;
      quoted = true;
    }
  }
  show(take);
}

void copy_reader::show(const take_row& take) {
  fields_.clear();
  for (const piece& each : pieces_) {
    if (each.null) {
      fields_.emplace_back();
    } else {
      fields_.push_back({reinterpret_cast<const std::byte*>(unescaped_.data()) + each.begin, each.size});
    }
  }
  take(copy_row(fields_, types_, format::text));
}

void copy_reader::break_off(std::string_view why) { broken_ = why; }

}  // namespace pgpipe
