#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <pgpipe/base/server_message.hpp>

namespace pgpipe {

// Who is wrong.
enum class error_category : std::uint8_t {
  usage,      // the caller: a bad argument or a call out of order; nothing was sent
  protocol,   // the server broke the protocol; the connection is lost
  server,     // the server refused: an ErrorResponse, whose fields are in error::server()
  io,         // the operating system or the network
  timeout,    // a deadline passed
  closed,     // the connection was closed, by either side
  cancelled,  // nobody waits any more: who asked has taken it back
};

[[nodiscard]] std::string_view to_string(error_category category);

// Whether the server may have acted on the request that failed.
enum class retry_safety : std::uint8_t {
  unknown,  // the request was sent and its end is not known
  safe,     // nothing of it took effect: never sent, skipped, or rolled back
};

// One failure: who is wrong, a text for people, and the server's fields where it was the server. It never holds a
// password or a parameter value.
class error {
 public:
  error(error_category category, std::string text, retry_safety safety = retry_safety::unknown);
  explicit error(server_message message, retry_safety safety = retry_safety::unknown);

  [[nodiscard]] error_category category() const { return category_; }

  // One line without a trailing newline; for a server error "SEVERITY: message".
  [[nodiscard]] const std::string& text() const { return text_; }

  // The server's fields, or nullptr when the failure did not come from the server.
  [[nodiscard]] const server_message* server() const { return server_.get(); }

  // The five characters of the server's SQLSTATE, or an empty view (manual, appendix "PostgreSQL Error Codes").
  [[nodiscard]] std::string_view sqlstate() const;

  // True when the connection cannot be used any more.
  [[nodiscard]] bool is_fatal() const;

  // True when the failed work certainly left nothing behind, so that running it again cannot apply it twice.
  [[nodiscard]] bool safe_to_retry() const { return safety_ == retry_safety::safe; }
  void set_safety(retry_safety safety) { safety_ = safety; }

  // Puts "context: " before the text, for the layer that knows which statement, file or host it was.
  error& add_context(std::string_view context);
  // Puts exactly `words` before the text.
  error& prepend(std::string_view words);

 private:
  error_category category_;
  retry_safety safety_;
  std::string text_;
  std::shared_ptr<const server_message> server_;
};

}  // namespace pgpipe
