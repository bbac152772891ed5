#include <pgpipe/types/scalar_codec.hpp>

namespace pgpipe::types {

bool detail::may_send(std::uint32_t own, std::uint32_t type, format as) {
  return type == own || (as == format::text && type_name(type).empty());
}

}  // namespace pgpipe::types
