#include "trace_layout.hpp"

#include <algorithm>
#include <array>

namespace pgpipe::protocol {
namespace {

struct lettered_layout {
  char type = 0;
  trace_layout layout{};
};

// Manual, "Message Formats". The names are PQtrace's, which has none for CopyData.
constexpr std::array frontend_entries = {
    lettered_layout{'B', {"Bind", "ssh(h)h(v)h(h)"}},
    lettered_layout{'C', {"Close", "bs"}},
    lettered_layout{'D', {"Describe", "bs"}},
    lettered_layout{'E', {"Execute", "si"}},
    lettered_layout{'F', {"FunctionCall", "oh(h)h(v)h"}},
    lettered_layout{'H', {"Flush", ""}},
    lettered_layout{'P', {"Parse", "ssh(o)"}},
    lettered_layout{'Q', {"Query", "s"}},
    lettered_layout{'S', {"Sync", ""}},
    lettered_layout{'X', {"Terminate", ""}},
    lettered_layout{'c', {"CopyDone", ""}},
    lettered_layout{'d', {"", ""}},
    lettered_layout{'f', {"CopyFail", "s"}},
    lettered_layout{'p', {"PasswordMessage", "*"}},
};

constexpr std::array backend_entries = {
    lettered_layout{'1', {"ParseComplete", ""}},
    lettered_layout{'2', {"BindComplete", ""}},
    lettered_layout{'3', {"CloseComplete", ""}},
    lettered_layout{'A', {"NotificationResponse", "oss"}},
    lettered_layout{'C', {"CommandComplete", "s"}},
    lettered_layout{'D', {"DataRow", "h(v)"}},
    lettered_layout{'E', {"ErrorResponse", "e"}},
    lettered_layout{'G', {"CopyInResponse", "bh(h)"}},
    lettered_layout{'H', {"CopyOutResponse", "bh(h)"}},
    lettered_layout{'I', {"EmptyQueryResponse", ""}},
    lettered_layout{'K', {"BackendKeyData", "o*"}},
    lettered_layout{'N', {"NoticeResponse", "e"}},
    lettered_layout{'R', {"Authentication", "i*"}},
    lettered_layout{'S', {"ParameterStatus", "ss"}},
    lettered_layout{'T', {"RowDescription", "h(sohohih)"}},
    lettered_layout{'V', {"FunctionCallResponse", "v"}},
    lettered_layout{'W', {"CopyBothResponse", "bh(h)"}},
    lettered_layout{'Z', {"ReadyForQuery", "b"}},
    lettered_layout{'c', {"CopyDone", ""}},
    lettered_layout{'n', {"NoData", ""}},
    lettered_layout{'s', {"PortalSuspended", ""}},
    lettered_layout{'t', {"ParameterDescription", "h(o)"}},
    lettered_layout{'v', {"NegotiateProtocolVersion", "ii(s)"}},
};

template <typename Entries>
const trace_layout* find(const Entries& entries, char type) {
  const auto* at =
      std::find_if(entries.begin(), entries.end(), [type](const lettered_layout& each) { return each.type == type; });
  return at == entries.end() ? nullptr : &at->layout;
}

}  // namespace

const trace_layout* find_frontend_layout(char type) { return find(frontend_entries, type); }
const trace_layout* find_backend_layout(char type) { return find(backend_entries, type); }

}  // namespace pgpipe::protocol
