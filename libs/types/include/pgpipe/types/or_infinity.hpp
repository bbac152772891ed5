#pragma once

#include <compare>

#include <pgpipe/types/instant.hpp>

namespace pgpipe::types {

// A date or timestamp of a chrono type, or one of the server's 'infinity' and '-infinity'. These are less and greater
// than every date.
template <typename T>
class or_infinity {
 public:
  or_infinity() = default;
  or_infinity(T value) : value_(value) {}  // NOLINT(google-explicit-constructor): every T is one

  static or_infinity infinity() { return or_infinity(kind::infinity); }
  static or_infinity minus_infinity() { return or_infinity(kind::minus_infinity); }

  [[nodiscard]] bool is_finite() const { return kind_ == kind::finite; }
  [[nodiscard]] bool is_infinity() const { return kind_ == kind::infinity; }
  [[nodiscard]] bool is_minus_infinity() const { return kind_ == kind::minus_infinity; }
  // Only of what is_finite().
  [[nodiscard]] const T& value() const { return value_; }

  friend auto operator<=>(const or_infinity&, const or_infinity&) = default;

 private:
  // In the order of their values.
  enum class kind : signed char { minus_infinity = -1, finite, infinity };
  explicit or_infinity(kind which) : kind_(which) {}

  kind kind_ = kind::finite;
  T value_{};  // T() for the infinities, so that they compare equal
};

template <instant T>
struct codec<or_infinity<T>> {
  using form = detail::instant_form<T>;
  static constexpr std::string_view name = form::name;
  static constexpr std::uint32_t type = form::type;

  static constexpr format format_for(std::uint32_t parameter) { return codec<T>::format_for(parameter); }

  template <writer Writer>
  static result<void> encode(Writer& out, const or_infinity<T>& value, std::uint32_t parameter, format as) {
    if (value.is_finite()) return codec<T>::encode(out, value.value(), parameter, as);
    const std::int64_t ticks = value.is_infinity() ? detail::infinite_future : detail::infinite_past;
    return detail::encode_instant(out, ticks, type, name, parameter, as);
  }

  static result<or_infinity<T>> decode(field_view value, std::uint32_t stored, format as) {
    if (stored != type) return fail(read_error(stored, as, name));
    const result<std::int64_t> ticks = detail::read_instant(stored, value, as);
    if (!ticks) return fail(ticks.error());
    if (*ticks == detail::infinite_future) return or_infinity<T>::infinity();
    if (*ticks == detail::infinite_past) return or_infinity<T>::minus_infinity();
    const std::optional<T> out = form::from_ticks(*ticks);
    if (!out) return fail(range_error(stored, name));
    return *out;
  }
};

}  // namespace pgpipe::types
