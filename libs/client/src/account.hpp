#pragma once

#include <string>
#include <string_view>

#include <sys/types.h>

namespace pgpipe::detail {

struct account {
  std::string name;
  std::string home;
};

// Empty texts where the system knows no such user.
[[nodiscard]] account account_of(uid_t user);

// HOME, or what the system knows; empty where neither does.
[[nodiscard]] std::string home_directory();

// The path of a file in the home directory, or nothing when it is not there.
[[nodiscard]] std::string personal_file(std::string_view name);

}  // namespace pgpipe::detail
