#include <utility>

#include <pgpipe/base/error.hpp>

namespace pgpipe {
namespace {

std::string describe(const server_message& message) {
  if (message.message.empty()) return "the server sent an error without a message";
  if (message.severity.empty()) return message.message;
  return std::string(message.severity).append(": ").append(message.message);
}

}  // namespace

std::string_view to_string(error_category category) {
  switch (category) {
    case error_category::usage: return "usage";
    case error_category::protocol: return "protocol";
    case error_category::server: return "server";
    case error_category::io: return "io";
    case error_category::timeout: return "timeout";
    case error_category::closed: return "closed";
    case error_category::cancelled: return "cancelled";
  }
  return "unknown";
}

error::error(error_category category, std::string text, retry_safety safety)
    : category_(category), safety_(safety), text_(std::move(text)) {}

error::error(server_message message, retry_safety safety)
    : category_(error_category::server),
      safety_(safety),
      text_(describe(message)),
      server_(std::make_shared<const server_message>(std::move(message))) {}

std::string_view error::sqlstate() const { return server_ ? std::string_view(server_->sqlstate) : std::string_view(); }

bool error::is_fatal() const {
  switch (category_) {
    case error_category::usage:
    case error_category::timeout:
    case error_category::cancelled: return false;
    case error_category::server: return server_->ends_session();
    case error_category::protocol:
    case error_category::io:
    case error_category::closed: return true;
  }
  return true;
}

error& error::add_context(std::string_view context) { return prepend(std::string(context) + ": "); }

error& error::prepend(std::string_view words) {
  text_.insert(0, words);
  return *this;
}

}  // namespace pgpipe
