#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace pgpipe::protocol {

// As PQsetTraceFlags has them; they add up.
enum trace_flags : unsigned {
  trace_everything = 0,
  trace_suppress_timestamps = 1,  // PQTRACE_SUPPRESS_TIMESTAMPS
  trace_regress_mode = 2,         // PQTRACE_REGRESS_MODE: OIDs, process ids and source positions are masked
};

// Appends one line a message to a text, in the format of libpq 15's PQtrace (manual, "Control Functions"): time stamp,
// F or B for who sent it, the length word, the message's name, its fields. Like there, COPY data of the server is left
// out, and that of the client is counted but not shown. What PQtrace of that version does not see at all, the messages
// of start-up, is written as later versions write it; what they carry for authentication is never shown.
//
// Each direction is fed with its bytes in any cuts. In a direction that breaks the framing nothing more is traced.
class tracer {
 public:
  // `now` gives the time stamps' text; without it there are none.
  explicit tracer(std::string& out, unsigned flags = trace_suppress_timestamps, std::function<std::string()> now = {});

  void frontend(std::span<const std::byte> bytes) { feed(frontend_, bytes); }
  void backend(std::span<const std::byte> bytes) { feed(backend_, bytes); }

  // One whole message of the client that has no type: StartupMessage, SSLRequest, CancelRequest.
  void untyped(std::span<const std::byte> message);

 private:
  struct direction {
    char letter;
    std::string partial{};  // the beginning of a message whose end has not come yet
    bool lost = false;
  };

  void feed(direction& from, std::span<const std::byte> bytes);
  void take_messages(direction& from, std::string_view& bytes);
  void trace(char letter, std::string_view message);
  void begin_line(char letter, std::string_view length);

  std::string* out_;
  unsigned flags_;
  std::function<std::string()> now_;
  direction frontend_{'F'};
  direction backend_{'B'};
};

}  // namespace pgpipe::protocol
