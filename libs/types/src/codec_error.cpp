#include <string>

#include <pgpipe/types/codec_error.hpp>
#include <pgpipe/types/oid.hpp>

#include "usage.hpp"

namespace pgpipe::types {
namespace {

std::string display(std::uint32_t type) {
  if (type == 0) return "that is not known";
  const std::string_view name = type_name(type);
  return name.empty() ? "with OID " + std::to_string(type) : std::string(name);
}

std::string display(format as) { return as == format::text ? "text" : "binary"; }

}  // namespace

error read_error(std::uint32_t type, format as, std::string_view target) {
  return usage("a value of type " + display(type) + " in " + display(as) + " format cannot be read as " +
               std::string(target));
}

error range_error(std::uint32_t type, std::string_view target) {
  return usage("the value of type " + display(type) + " does not fit " + std::string(target));
}

error null_error(std::string_view target) {
  return usage("NULL cannot be read as " + std::string(target) + "; std::optional has a place for it");
}

error malformed_error(std::uint32_t type, format as) {
  return error(error_category::protocol,
               "the server sent a malformed value of type " + display(type) + " in " + display(as) + " format");
}

error style_error(std::uint32_t type, std::string_view setting, std::string_view wanted) {
  return usage("a value of type " + display(type) + " in text format is malformed, or " + std::string(setting) +
               " is not " + std::string(wanted));
}

error count_error(std::uint32_t type, std::string_view target, std::string_view what, std::size_t found,
                  std::size_t wanted) {
  return usage("the value of type " + display(type) + " has " + std::to_string(found) + ' ' + std::string(what) + ", " +
               std::string(target) + " has " + std::to_string(wanted));
}

error write_error(std::string_view source, std::uint32_t type, format as) {
  return usage(std::string(source) + " cannot be sent for a parameter of type " + display(type) + " in " + display(as) +
               " format");
}

error write_range_error(std::string_view source, std::uint32_t type) {
  return usage("the " + std::string(source) + " value does not fit a parameter of type " + display(type));
}

}  // namespace pgpipe::types
