#pragma once

namespace pgpipe::types {

constexpr int group_digits = 4;  // decimal digits of one of numeric's groups

}  // namespace pgpipe::types
