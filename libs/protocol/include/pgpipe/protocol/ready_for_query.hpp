#pragma once

#include <cstddef>
#include <span>

#include <pgpipe/protocol/message_type.hpp>

namespace pgpipe::protocol {

struct ready_for_query {
  transaction_status status = transaction_status::idle;
};

[[nodiscard]] inline bool decode(std::span<const std::byte> body, ready_for_query& out) {
  if (body.size() != 1) return false;
  out.status = static_cast<transaction_status>(body[0]);
  return out.status == transaction_status::idle || out.status == transaction_status::in_transaction ||
         out.status == transaction_status::failed;
}

}  // namespace pgpipe::protocol
