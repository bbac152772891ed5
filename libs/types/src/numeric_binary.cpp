#include <pgpipe/base/big_endian.hpp>
#include <pgpipe/types/binary_reader.hpp>
#include <pgpipe/types/numeric.hpp>

// numeric's binary form: the number of groups, the weight of the first, the sign, the scale, the groups.
namespace pgpipe::types {
namespace {

constexpr std::uint16_t positive_sign = 0x0000;
constexpr std::uint16_t negative_sign = 0x4000;
constexpr std::uint16_t not_a_number_sign = 0xc000;
constexpr std::uint16_t infinity_sign = 0xd000;
constexpr std::uint16_t minus_infinity_sign = 0xf000;

constexpr std::uint16_t greatest_group = 9999;

}  // namespace

std::size_t numeric_form::write_binary(std::byte* to, const numeric& value) {
  std::uint16_t sign = value.negative_ ? negative_sign : positive_sign;
  if (value.is_nan()) sign = not_a_number_sign;
  if (value.is_infinite()) sign = value.is_negative() ? minus_infinity_sign : infinity_sign;
  store_big_endian(to, static_cast<std::uint16_t>(value.groups_.size()));
  store_big_endian(to + 2, static_cast<std::int16_t>(value.weight_));
  store_big_endian(to + 4, sign);
  store_big_endian(to + 6, value.scale_);
  to += 8;
  for (const std::uint16_t group : value.groups_) {
    store_big_endian(to, group);
    to += 2;
  }
  return 8 + 2 * value.groups_.size();
}

bool numeric_form::read_binary(field_view value, numeric& out) {
  binary_reader in(value);
  const auto count = in.integer<std::uint16_t>();
  out = numeric();
  out.weight_ = in.integer<std::int16_t>();
  const auto sign = in.integer<std::uint16_t>();
  out.scale_ = in.integer<std::uint16_t>();
  if (!in.ok() || in.left() != std::size_t{2} * count) return false;
  switch (sign) {
    case positive_sign: break;
    case negative_sign: out.negative_ = true; break;
    // Their weight and scale mean nothing: the server sends a scale of 32 for its infinities.
    case not_a_number_sign: out = numeric::not_a_number(); return count == 0;
    case infinity_sign: out = numeric::infinity(); return count == 0;
    case minus_infinity_sign: out = numeric::minus_infinity(); return count == 0;
    default: return false;
  }
  if (out.scale_ > numeric::greatest_scale) return false;
  out.groups_.resize(count);
  for (std::uint16_t& group : out.groups_) {
    group = in.integer<std::uint16_t>();
    if (group > greatest_group) return false;
  }
  out.normalise();
  return out.fits_scale();
}

}  // namespace pgpipe::types
