#include <algorithm>

#include <pgpipe/types/array.hpp>

#include "text_cursor.hpp"

// An array's text (manual, "Array Input and Output Syntax"): bounds where a lower bound is not 1, and braces.
namespace pgpipe::types::detail {
namespace {

constexpr std::size_t unknown = static_cast<std::size_t>(-1);

class array_reader {
 public:
  array_reader(std::string_view text, char delimiter, std::vector<array_dimension>& dimensions,
               std::vector<text_part>& elements)
      : text_(text), delimiter_(delimiter), dimensions_(dimensions), elements_(elements) {}

  bool read() {
    dimensions_.clear();
    elements_.clear();
    if (text_.peek() == '[' && !read_bounds()) return false;
    const std::size_t announced = dimensions_.size();
    if (text_.rest() == "{}") return announced == 0;
    if (!read_braces(0) || !text_.done()) return false;
    if (announced == 0) {
      for (std::size_t i = 0; i != depth_; ++i) dimensions_.push_back({static_cast<std::int32_t>(sizes_[i]), 1});
    }
    if (dimensions_.size() != depth_) return false;
    for (std::size_t i = 0; i != depth_; ++i) {
      if (static_cast<std::size_t>(dimensions_[i].size) != sizes_[i]) return false;
    }
    return is_shape_of(dimensions_, elements_.size());
  }

 private:
  // "[2:4][-1:1]="
  bool read_bounds() {
    while (text_.take('[')) {
      std::int64_t lower = 0;
      std::int64_t upper = 0;
      if (!read_bound(lower) || !text_.take(':') || !read_bound(upper) || !text_.take(']')) return false;
      if (!std::in_range<std::int32_t>(lower) || !std::in_range<std::int32_t>(upper - lower + 1)) return false;
      if (dimensions_.size() == greatest_dimension_count) return false;
      dimensions_.push_back({static_cast<std::int32_t>(upper - lower + 1), static_cast<std::int32_t>(lower)});
    }
    return text_.take('=');
  }

  bool read_bound(std::int64_t& out) {
    const bool negative = text_.take('-');
    if (!text_.number(1, 10, out)) return false;
    if (negative) out = -out;
    return true;
  }

  // One level of braces: either elements or braces, and as many as its siblings have.
  bool read_braces(std::size_t level) {
    if (level == greatest_dimension_count || !text_.take('{')) return false;
    std::size_t size = 0;
    do {
      const bool nested = text_.peek() == '{';
      if (!nested && depth_ == unknown) depth_ = level + 1;
      if (nested != (level + 1 != depth_)) return false;
      if (!(nested ? read_braces(level + 1) : read_element())) return false;
      ++size;
    } while (text_.take(delimiter_));
    if (!text_.take('}')) return false;
    if (sizes_[level] == unknown) sizes_[level] = size;
    return sizes_[level] == size;
  }

  bool read_element() { return text_.peek() == '"' ? read_quoted() : read_bare(); }

  bool read_quoted() {
    const std::string_view rest = text_.rest().substr(1);
    text_part part;
    std::size_t end = 0;
    for (; end < rest.size() && rest[end] != '"'; ++end) {
      if (rest[end] != '\\') continue;
      part.escaped = true;
      ++end;
    }
    if (end >= rest.size()) return false;
    part.raw = rest.substr(0, end);
    text_ = text_cursor(rest.substr(end + 1));
    elements_.push_back(part);
    return true;
  }

  // NULL without quotes is NULL. The server puts quotes around what has a character that means something here.
  bool read_bare() {
    const std::string_view rest = text_.rest();
    std::size_t end = 0;
    while (end != rest.size() && rest[end] != delimiter_ && rest[end] != '}') {
      if (rest[end] == '{' || rest[end] == '"' || rest[end] == '\\') return false;
      ++end;
    }
    if (end == 0 || end == rest.size()) return false;
    const std::string_view raw = rest.substr(0, end);
    elements_.push_back({raw, is_null_word(raw), false});
    text_ = text_cursor(rest.substr(end));
    return true;
  }

  static bool is_null_word(std::string_view word) {
    constexpr std::string_view null = "null";
    return std::equal(word.begin(), word.end(), null.begin(), null.end(),
                      [](char a, char b) { return (a | ' ') == b; });
  }

  text_cursor text_;
  char delimiter_;
  std::vector<array_dimension>& dimensions_;
  std::vector<text_part>& elements_;
  std::size_t depth_ = unknown;
  std::array<std::size_t, greatest_dimension_count> sizes_{unknown, unknown, unknown, unknown, unknown, unknown};
};

}  // namespace

bool parse_array(std::string_view text, char delimiter, std::vector<array_dimension>& dimensions,
                 std::vector<text_part>& elements) {
  return array_reader(text, delimiter, dimensions, elements).read();
}

void append_bounds(std::string& to, const std::vector<array_dimension>& dimensions) {
  const auto is_default = [](const array_dimension& each) { return each.lower_bound == 1; };
  if (std::all_of(dimensions.begin(), dimensions.end(), is_default)) return;
  for (const array_dimension& each : dimensions) {
    const std::int64_t upper = std::int64_t{each.lower_bound} + each.size - 1;
    to += '[' + std::to_string(each.lower_bound) + ':' + std::to_string(upper) + ']';
  }
  to += '=';
}

// Braces open and close where an index of an outer dimension changes: those of every dimension whose inner elements, as
// a whole, divide i.
void append_separator(std::string& to, const std::vector<array_dimension>& dimensions, std::size_t i, char delimiter) {
  if (dimensions.empty()) {
    to += "{}";
    return;
  }
  std::size_t changed = 0;
  std::size_t inner = 1;
  std::size_t all = 1;
  for (const array_dimension& each : dimensions) all *= static_cast<std::size_t>(each.size);
  for (auto each = dimensions.rbegin(); each != dimensions.rend(); ++each) {
    inner *= static_cast<std::size_t>(each->size);
    if (i % inner == 0) ++changed;
  }
  if (i != 0) to.append(i == all ? dimensions.size() : changed, '}');
  if (i != 0 && i != all) to += delimiter;
  if (i != all) to.append(i == 0 ? dimensions.size() : changed, '{');
}

bool needs_quotes(std::string_view element) {
  if (element == "t" || element == "f") return false;
  return element.empty() || element.find_first_not_of("0123456789+-.e") != std::string_view::npos;
}

}  // namespace pgpipe::types::detail
