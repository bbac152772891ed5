#include <pgpipe/types/array.hpp>

namespace pgpipe::types::detail {

std::optional<std::size_t> read_array_header(binary_reader& in, std::vector<array_dimension>& dimensions,
                                             std::uint32_t& element) {
  const auto dimension_count = in.integer<std::uint32_t>();
  const auto has_nulls = in.integer<std::uint32_t>();
  element = in.integer<std::uint32_t>();
  if (!in.ok() || dimension_count > greatest_dimension_count || has_nulls > 1) return std::nullopt;
  dimensions.resize(dimension_count);
  for (array_dimension& each : dimensions) {
    each.size = in.integer<std::int32_t>();
    each.lower_bound = in.integer<std::int32_t>();
  }
  if (!in.ok()) return std::nullopt;
  if (dimensions.empty()) return 0;
  std::size_t count = 1;
  for (const array_dimension& each : dimensions) {
    // Every element needs its length: what the value has no room for is not believed.
    if (each.size < 0 || __builtin_mul_overflow(count, static_cast<std::size_t>(each.size), &count))
      return std::nullopt;
  }
  if (count > in.left() / 4 || !is_shape_of(dimensions, count)) return std::nullopt;
  return count;
}

bool is_shape_of(const std::vector<array_dimension>& dimensions, std::size_t elements) {
  if (dimensions.size() > greatest_dimension_count) return false;
  std::size_t count = dimensions.empty() ? 0 : 1;
  for (const array_dimension& each : dimensions) {
    std::int32_t end = 0;
    if (each.size <= 0 || __builtin_add_overflow(each.lower_bound, each.size, &end)) return false;
    if (__builtin_mul_overflow(count, static_cast<std::size_t>(each.size), &count)) return false;
  }
  return count == elements;
}

std::optional<std::uint32_t> element_type(std::uint32_t type, std::uint32_t own) {
  if (const std::uint32_t element = element_of(type)) return element;
  return type_name(type).empty() ? std::optional(own) : std::nullopt;
}

}  // namespace pgpipe::types::detail
