#include <algorithm>

#include <pgpipe/types/oid.hpp>
#include <pgpipe/types/oid_table.hpp>

namespace pgpipe::types {
namespace {

using detail::type_entries;
using detail::type_entry;

static_assert(std::is_sorted(type_entries.begin(), type_entries.end(),
                             [](const type_entry& a, const type_entry& b) { return a.type < b.type; }));

const type_entry* find_array(std::uint32_t array) {
  if (array == 0) return nullptr;
  const auto* at = std::find_if(type_entries.begin(), type_entries.end(),
                                [array](const type_entry& each) { return each.array == array; });
  return at == type_entries.end() ? nullptr : at;
}

}  // namespace

std::string_view type_name(std::uint32_t type) {
  if (detail::is_known(type)) return detail::type_entries[detail::place_of(type)].name();
  if (const type_entry* found = find_array(type)) return found->array_name;
  return {};
}

std::uint32_t array_of(std::uint32_t element) { return detail::array_type_of(element); }

std::uint32_t element_of(std::uint32_t array) {
  const type_entry* found = find_array(array);
  return found == nullptr ? 0 : found->type;
}

std::uint32_t subtype_of(std::uint32_t range) { return detail::find_range(&detail::range_entry::range, range).subtype; }

std::uint32_t range_of_multirange(std::uint32_t multirange) {
  return detail::find_range(&detail::range_entry::multirange, multirange).range;
}

}  // namespace pgpipe::types
