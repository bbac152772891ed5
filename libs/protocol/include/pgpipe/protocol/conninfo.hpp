#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pgpipe/base/result.hpp>

namespace pgpipe::protocol {

// Connection parameters as they were written: keywords known to libpq, each at most once, values unchecked (manual,
// "Connection Strings"). A keyword that is absent takes its environment variable or default later; one that is present
// with an empty value takes the default only. Errors are of category usage and never quote a value, which may be a
// password.
class conninfo {
 public:
  // "host=a dbname='b c'", or "postgres://user@host:5432/db?application_name=x". Of a repeated keyword the last counts.
  [[nodiscard]] static result<conninfo> parse(std::string_view text);

  // Replaces what stood there. Refuses unknown keywords, those that are not supported (GSSAPI, OAuth), and zero bytes.
  [[nodiscard]] result<void> set(std::string_view keyword, std::string_view value);

  // As if each parameter of `text` were set here, in order: for a dbname that is a connection string itself. Changes
  // nothing when it fails.
  [[nodiscard]] result<void> merge(std::string_view text);

  // nullptr where the keyword was not given. Valid until the next change.
  [[nodiscard]] const std::string* find(std::string_view keyword) const;

  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& parameters() const { return parameters_; }

 private:
  std::vector<std::pair<std::string, std::string>> parameters_;
};

// Whether a dbname is to be read as a connection string: it has a URI's scheme or a '='.
[[nodiscard]] bool is_connection_string(std::string_view dbname);

}  // namespace pgpipe::protocol
