#pragma once

#include <exception>
#include <string>
#include <utility>

#include <tl/expected.hpp>

#include <pgpipe/base/error.hpp>

namespace pgpipe {

// Every operation that can fail returns a value or an error.
template <typename T>
using result = tl::expected<T, error>;

// `return fail(error_category::usage, "...")` from a function that returns a result.
[[nodiscard]] inline tl::unexpected<error> fail(error_category category, std::string text,
                                                retry_safety safety = retry_safety::unknown) {
  return tl::unexpected<error>(error(category, std::move(text), safety));
}
[[nodiscard]] inline tl::unexpected<error> fail(error cause) { return tl::unexpected<error>(std::move(cause)); }

// What the throwing overloads throw: the whole error, what() being its text.
class exception : public std::exception {
 public:
  explicit exception(error cause) : cause_(std::move(cause)) {}
  [[nodiscard]] const char* what() const noexcept override { return cause_.text().c_str(); }
  [[nodiscard]] const error& cause() const noexcept { return cause_; }

 private:
  error cause_;
};

// The value, or a throw of the error as pgpipe::exception.
template <typename T>
T value_or_throw(result<T> outcome) {
  if (!outcome) throw exception(std::move(outcome).error());
  if constexpr (!std::is_void_v<T>) return *std::move(outcome);
}

}  // namespace pgpipe
