#include "trace_layout.hpp"

#include <algorithm>
#include <array>

namespace pgpipe::protocol {
namespace {

struct entry {
  char type = 0;
  trace_layout layout{};
};

// Manual, "Message Formats". The names are PQtrace's, which has none for CopyData.
constexpr std::array frontend_entries = {
    entry{'B', {"Bind", "ssh(h)h(v)h(h)"}},
    entry{'C', {"Close", "bs"}},
    entry{'D', {"Describe", "bs"}},
    entry{'E', {"Execute", "si"}},
    entry{'F', {"FunctionCall", "oh(h)h(v)h"}},
    entry{'H', {"Flush", ""}},
    entry{'P', {"Parse", "ssh(o)"}},
    entry{'Q', {"Query", "s"}},
    entry{'S', {"Sync", ""}},
    entry{'X', {"Terminate", ""}},
    entry{'c', {"CopyDone", ""}},
    entry{'d', {"", ""}},
    entry{'f', {"CopyFail", "s"}},
    entry{'p', {"PasswordMessage", "*"}},
};

constexpr std::array backend_entries = {
    entry{'1', {"ParseComplete", ""}},
    entry{'2', {"BindComplete", ""}},
    entry{'3', {"CloseComplete", ""}},
    entry{'A', {"NotificationResponse", "oss"}},
    entry{'C', {"CommandComplete", "s"}},
    entry{'D', {"DataRow", "h(v)"}},
    entry{'E', {"ErrorResponse", "e"}},
    entry{'G', {"CopyInResponse", "bh(h)"}},
    entry{'H', {"CopyOutResponse", "bh(h)"}},
    entry{'I', {"EmptyQueryResponse", ""}},
    entry{'K', {"BackendKeyData", "o*"}},
    entry{'N', {"NoticeResponse", "e"}},
    entry{'R', {"Authentication", "i*"}},
    entry{'S', {"ParameterStatus", "ss"}},
    entry{'T', {"RowDescription", "h(sohohih)"}},
    entry{'V', {"FunctionCallResponse", "v"}},
    entry{'W', {"CopyBothResponse", "bh(h)"}},
    entry{'Z', {"ReadyForQuery", "b"}},
    entry{'c', {"CopyDone", ""}},
    entry{'n', {"NoData", ""}},
    entry{'s', {"PortalSuspended", ""}},
    entry{'t', {"ParameterDescription", "h(o)"}},
    entry{'v', {"NegotiateProtocolVersion", "ii(s)"}},
};

template <typename Entries>
const trace_layout* find(const Entries& entries, char type) {
  const auto* at =
      std::find_if(entries.begin(), entries.end(), [type](const entry& each) { return each.type == type; });
  return at == entries.end() ? nullptr : &at->layout;
}

}  // namespace

const trace_layout* find_frontend_layout(char type) { return find(frontend_entries, type); }
const trace_layout* find_backend_layout(char type) { return find(backend_entries, type); }

}  // namespace pgpipe::protocol
