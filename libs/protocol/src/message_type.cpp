#include <array>

#include <pgpipe/protocol/message_type.hpp>

namespace pgpipe::protocol {
namespace {

// A server builds a row or an error text in at most 1 GB (MaxAllocSize); the length word counts itself besides.
constexpr std::uint32_t gigabyte = 4 + 0x40000000;
// The server's limit is 1664 result columns (MaxTupleAttributeNumber); a column's name is at most 63 bytes.
constexpr std::uint32_t columns = 1664;
// Count and format codes, for a COPY or a row.
constexpr std::uint32_t copy_response_greatest = 4 + 1 + 2 + 2 * columns;
// Messages that carry names, settings or a challenge: none is near this, and none needs more.
constexpr std::uint32_t small_text = 65536;
// A setting's value is text of any length in principle; search_path lists can be long.
constexpr std::uint32_t setting = 1 << 20;

struct entry {
  backend type;
  std::string_view name;
  length_bounds bounds;
};

constexpr std::array entries = {
    entry{backend::authentication, "Authentication", {8, small_text}},
    entry{backend::backend_key_data, "BackendKeyData", {8, 8 + 256}},
    entry{backend::bind_complete, "BindComplete", {4, 4}},
    entry{backend::close_complete, "CloseComplete", {4, 4}},
    entry{backend::command_complete, "CommandComplete", {5, small_text}},
    entry{backend::copy_both_response, "CopyBothResponse", {7, copy_response_greatest}},
    entry{backend::copy_data, "CopyData", {4, gigabyte}},
    entry{backend::copy_done, "CopyDone", {4, 4}},
    entry{backend::copy_in_response, "CopyInResponse", {7, copy_response_greatest}},
    entry{backend::copy_out_response, "CopyOutResponse", {7, copy_response_greatest}},
    entry{backend::data_row, "DataRow", {6, gigabyte}},
    entry{backend::empty_query_response, "EmptyQueryResponse", {4, 4}},
    entry{backend::error_response, "ErrorResponse", {4, gigabyte}},
    entry{backend::function_call_response, "FunctionCallResponse", {8, gigabyte}},
    entry{backend::negotiate_protocol_version, "NegotiateProtocolVersion", {12, small_text}},
    entry{backend::no_data, "NoData", {4, 4}},
    entry{backend::notice_response, "NoticeResponse", {4, gigabyte}},
    entry{backend::notification_response, "NotificationResponse", {10, small_text}},
    entry{backend::parameter_description, "ParameterDescription", {6, 4 + 2 + 4 * 65535}},
    entry{backend::parameter_status, "ParameterStatus", {6, setting}},
    entry{backend::parse_complete, "ParseComplete", {4, 4}},
    entry{backend::portal_suspended, "PortalSuspended", {4, 4}},
    entry{backend::ready_for_query, "ReadyForQuery", {5, 5}},
    entry{backend::row_description, "RowDescription", {6, 4 + 2 + columns * (18 + 64 * 4)}},
};

constexpr std::array<std::uint8_t, 256> index_of = [] {
  std::array<std::uint8_t, 256> index{};
  for (std::size_t i = 0; i != entries.size(); ++i) {
    index[static_cast<std::uint8_t>(entries[i].type)] = static_cast<std::uint8_t>(i + 1);
  }
  return index;
}();

}  // namespace

std::string_view name_of(backend type) {
  const std::uint8_t index = index_of[static_cast<std::uint8_t>(type)];
  return index == 0 ? std::string_view() : entries[index - 1U].name;
}

length_bounds bounds_of(backend type) {
  const std::uint8_t index = index_of[static_cast<std::uint8_t>(type)];
  return index == 0 ? length_bounds{} : entries[index - 1U].bounds;
}

}  // namespace pgpipe::protocol
