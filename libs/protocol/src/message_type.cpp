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

constexpr std::array<length_bounds, 256> spread_out() {
  std::array<length_bounds, 256> all{};
  all.fill({1, 0});
  for (const entry& each : entries) all[static_cast<std::uint8_t>(each.type)] = each.bounds;
  return all;
}

}  // namespace

constinit const std::array<length_bounds, 256> bounds_by_byte = spread_out();

std::string_view name_of(backend type) {
  for (const entry& each : entries) {
    if (each.type == type) return each.name;
  }
  return {};
}

}  // namespace pgpipe::protocol
