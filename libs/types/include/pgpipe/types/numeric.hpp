#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pgpipe/types/codec.hpp>
#include <pgpipe/types/oid.hpp>
#include <pgpipe/types/scalar_codec.hpp>

namespace pgpipe::types {

// A decimal number as the server's numeric holds it, exactly: up to 131072 digits before and 16383 behind the decimal
// point, or one of NaN, Infinity and -Infinity (infinities from server 14 on). Every other conversion is asked for by
// name. It has no arithmetic: that is for the server or for a library of numbers.
class numeric {
 public:
  // The limits of the type (manual, "Arbitrary Precision Numbers").
  static constexpr int greatest_digits_before = 131072;
  static constexpr int greatest_scale = 16383;

  numeric() = default;  // 0
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  explicit numeric(T value)
      : numeric(std::cmp_less(value, 0),
                std::cmp_less(value, 0) ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value)) {}
  // The shortest decimal number that reads back as the same double: 0.1 for 0.1.
  explicit numeric(double value);

  static numeric not_a_number() { return numeric(kind::not_a_number); }
  static numeric infinity() { return numeric(kind::infinity); }
  static numeric minus_infinity() { return numeric(kind::minus_infinity); }

  // "-12.50", "1e-5", "NaN", "Infinity", "-Infinity". Usage errors: no number, or outside the type's limits.
  static result<numeric> parse(std::string_view text);

  [[nodiscard]] bool is_finite() const { return kind_ == kind::finite; }
  [[nodiscard]] bool is_nan() const { return kind_ == kind::not_a_number; }
  [[nodiscard]] bool is_infinite() const { return kind_ == kind::infinity || kind_ == kind::minus_infinity; }
  [[nodiscard]] bool is_negative() const { return negative_ || kind_ == kind::minus_infinity; }
  // Digits behind the decimal point that are shown: 2 for 0.00.
  [[nodiscard]] int scale() const { return scale_; }

  // As the server writes it: all digits, never an exponent.
  [[nodiscard]] std::string to_string() const;

  // Usage errors: a fraction that is not zero, out of range, no finite number.
  [[nodiscard]] result<std::int64_t> to_int64() const;
  // The nearest double. Usage errors: too large or too small for any but infinity and zero.
  [[nodiscard]] result<double> to_double() const;

  // The server's order: by value, so that 1.0 and 1.00 are equivalent; NaN equals itself and is greater than all.
  friend std::weak_ordering operator<=>(const numeric& a, const numeric& b);
  friend bool operator==(const numeric& a, const numeric& b) { return std::is_eq(a <=> b); }

 private:
  friend struct numeric_form;

  // In the order of their values.
  enum class kind : std::uint8_t { minus_infinity, finite, infinity, not_a_number };

  explicit numeric(kind special) : kind_(special) {}
  numeric(bool negative, std::uint64_t magnitude);
  void normalise();
  [[nodiscard]] std::uint16_t group(int power) const;
  [[nodiscard]] bool fits_scale() const;

  kind kind_ = kind::finite;
  bool negative_ = false;
  std::uint16_t scale_ = 0;
  std::int32_t weight_ = 0;            // of the first group: it counts as group * 10000^weight
  std::vector<std::uint16_t> groups_;  // of four decimal digits; neither the first nor the last is 0
};

struct numeric_form {
  static constexpr std::string_view name = "numeric";
  static constexpr std::uint32_t type = oid::numeric;
  static bool can_send(const numeric&) { return true; }
  static std::size_t room(const numeric& value, format as);
  static std::size_t write_text(char* to, const numeric& value);
  static std::size_t write_binary(std::byte* to, const numeric& value);
  static bool read_text(std::string_view text, numeric& out);
  static bool read_binary(field_view value, numeric& out);
};

template <>
struct codec<numeric> : detail::scalar_codec<numeric, numeric_form> {
  static constexpr std::string_view name = numeric_form::name;
  static constexpr std::uint32_t type = numeric_form::type;
};

}  // namespace pgpipe::types
