#include <string>
#include <utility>

#include <pgpipe/protocol/error_response.hpp>
#include <pgpipe/protocol/notification_response.hpp>
#include <pgpipe/protocol/parameter_status.hpp>

#include "link.hpp"

namespace pgpipe::detail {

// Answers that come after the deadline of who asked: they are counted, and nothing more.
void link::take_abandoned(const protocol::event& event) {
  using protocol::event_kind;
  switch (event.kind) {
    case event_kind::notice_response:
    case event_kind::notification_response:
    case event_kind::parameter_status:
    case event_kind::unasked_error: return take_unasked(event);
    case event_kind::copy_in_response: return session_->refuse_copy_in("its deadline had passed");
    case event_kind::copy_both_response: return break_protocol("the server began a replication");
    default: return;
  }
}

// What answers no statement, or no statement alone.
void link::take_unasked(const protocol::event& event) {
  using protocol::event_kind;
  switch (event.kind) {
    case event_kind::notice_response: {
      server_message notice;
      if (!protocol::decode(event.body, notice)) return break_protocol("the server sent a malformed NoticeResponse");
      if (on_notice) on_notice(notice);
      return;
    }
    case event_kind::notification_response: {
      protocol::notification_response notification;
      if (!protocol::decode(event.body, notification)) {
        return break_protocol("the server sent a malformed NotificationResponse");
      }
      ++notifications_;
      if (on_notification) on_notification(notification.process_id, notification.channel, notification.payload);
      return;
    }
    case event_kind::parameter_status: {
      protocol::parameter_status parameter;
      if (!protocol::decode(event.body, parameter)) {
        return break_protocol("the server sent a malformed ParameterStatus");
      }
      startup_.parameters.insert_or_assign(std::string(parameter.name), std::string(parameter.value));
      return;
    }
    case event_kind::unasked_error: {
      server_message message;
      if (protocol::decode(event.body, message)) last_words_.emplace(std::move(message));
      return;
    }
    case event_kind::copy_in_response: return take_abandoned(event);
    case event_kind::copy_data:
      if (on_copy_data && event.tag > abandoned_up_to_) on_copy_data(event.body);
      return;
    default: return;
  }
}

}  // namespace pgpipe::detail
