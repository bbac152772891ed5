#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace pgpipe::protocol {

// What NOTIFY sends to those who LISTEN; views into the message.
struct notification_response {
  std::int32_t process_id = 0;  // of the notifying server process
  std::string_view channel;
  std::string_view payload;
};

[[nodiscard]] bool decode(std::span<const std::byte> body, notification_response& out);

}  // namespace pgpipe::protocol
