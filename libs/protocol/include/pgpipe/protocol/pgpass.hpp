#pragma once

#include <string>
#include <string_view>

#include <pgpipe/protocol/connect_options.hpp>

namespace pgpipe::protocol {

// The password of the first line of a password file that matches, or empty (manual, "The Password File"). `host` is
// the name as the file has it: "localhost" for the default socket directory.
[[nodiscard]] std::string find_password(std::string_view content, std::string_view host, std::string_view port,
                                        std::string_view dbname, std::string_view user);

// Looks up every host of `options` that has no password yet. Reading the file, and ignoring it when others may read
// it, is the caller's part.
void apply_pgpass(connect_options& options, std::string_view content,
                  std::string_view default_socket_directory = "/var/run/postgresql");

}  // namespace pgpipe::protocol
