#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <pgpipe/base/field_view.hpp>

namespace pgpipe::protocol {

// First bytes of the messages that the server sends (manual, "Message Formats").
enum class backend : char {
  authentication = 'R',
  backend_key_data = 'K',
  bind_complete = '2',
  close_complete = '3',
  command_complete = 'C',
  copy_both_response = 'W',
  copy_data = 'd',
  copy_done = 'c',
  copy_in_response = 'G',
  copy_out_response = 'H',
  data_row = 'D',
  empty_query_response = 'I',
  error_response = 'E',
  function_call_response = 'V',
  negotiate_protocol_version = 'v',
  no_data = 'n',
  notice_response = 'N',
  notification_response = 'A',
  parameter_description = 't',
  parameter_status = 'S',
  parse_complete = '1',
  portal_suspended = 's',
  ready_for_query = 'Z',
  row_description = 'T',
};

// First bytes of the messages that the client sends. StartupMessage, SSLRequest and CancelRequest have none. 'p' is
// shared by PasswordMessage, SASLInitialResponse and SASLResponse: what the server asked tells them apart.
enum class frontend : char {
  bind = 'B',
  close = 'C',
  copy_data = 'd',
  copy_done = 'c',
  copy_fail = 'f',
  describe = 'D',
  execute = 'E',
  flush = 'H',
  function_call = 'F',
  parse = 'P',
  password = 'p',
  query = 'Q',
  sync = 'S',
  terminate = 'X',
};

// The manual's name, as PQtrace prints it ("ReadyForQuery"); empty for an unknown byte.
[[nodiscard]] std::string_view name_of(backend type);

// Whether the byte starts a backend message of protocol 3, and the least and greatest length word it may carry. The
// length word counts itself, not the type byte.
struct length_bounds {
  std::uint32_t least;
  std::uint32_t greatest;  // 0: no such message, and `least` is more
};
extern const std::array<length_bounds, 256> bounds_by_byte;
[[nodiscard]] inline length_bounds bounds_of(backend type) { return bounds_by_byte[static_cast<std::uint8_t>(type)]; }

// What a Describe or a Close is about.
enum class object_kind : char { statement = 'S', portal = 'P' };

// The transaction status of ReadyForQuery.
enum class transaction_status : char { idle = 'I', in_transaction = 'T', failed = 'E' };

using pgpipe::format;

}  // namespace pgpipe::protocol
