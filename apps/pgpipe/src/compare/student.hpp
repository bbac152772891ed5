#pragma once

namespace pgpipe::app::compare {

// The value that a variable of Student's distribution with so many degrees of freedom, at least 1, does not exceed with
// this probability, from 0.5 up to but not 1. Right to six digits.
[[nodiscard]] double student_quantile(double probability, int freedom);

}  // namespace pgpipe::app::compare
