#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <pgpipe/base/error.hpp>
#include <pgpipe/base/input_buffer.hpp>
#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/base/result.hpp>
#include <pgpipe/protocol/connect_options.hpp>
#include <pgpipe/protocol/framer.hpp>
#include <pgpipe/protocol/startup.hpp>

namespace pgpipe::protocol {

// Whether a session that has just become ready is of the wanted kind (manual, connection parameter
// "target_session_attrs"). Servers from 14 on have said so in ParameterStatus messages; older ones, and poolers, are
// asked by a statement. Call order: construct, which may append a Query to `output`; then advance() at once and after
// each arrival of bytes, until it no longer says need_input. All arguments must outlive it.
class session_check {
 public:
  enum class progress : std::uint8_t {
    need_input,
    suits,
    differs,  // the session is open, but of another kind; failure() says so
    failed,   // failure()
  };

  // prefer_standby asks for a standby here.
  session_check(session_attributes wanted, startup_result& started, input_buffer& input, output_buffer& output);

  [[nodiscard]] progress advance();

  // The size of the message at the front of the input as far as it is known, for input_buffer::prepare().
  [[nodiscard]] std::size_t wanted() const { return wanted_; }
  // After `differs` and `failed`.
  [[nodiscard]] const error& failure() const { return *failure_; }

 private:
  [[nodiscard]] bool asks_for_standby() const;
  [[nodiscard]] std::optional<bool> reported(std::string_view name) const;
  [[nodiscard]] std::optional<bool> known_already() const;
  [[nodiscard]] std::string_view statement() const;
  progress judge(bool yes);
  result<void> on_message(const frame& message);

  session_attributes wanted_kind_;
  startup_result* started_;
  input_buffer* input_;
  std::size_t wanted_ = 0;
  std::optional<bool> answer_;  // read-only, or in recovery: what statement() asks
  bool ready_ = false;
  std::optional<error> failure_;
};

}  // namespace pgpipe::protocol
