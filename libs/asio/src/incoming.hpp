#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>

#include <pgpipe/base/error.hpp>
#include <pgpipe/client/statement_result.hpp>

namespace pgpipe::asio_client::detail {

// What has come of a statement that gives its rows, or the data of its COPY, in parts, and was not taken yet. It
// belongs to the connection's strand.
struct incoming {
  [[nodiscard]] bool has_some() const { return !parts.empty() || !data.empty(); }
  // Somebody who asks for the next part need not wait.
  [[nodiscard]] bool is_ready() const { return has_some() || ended || abandoned; }
  void drop() {
    parts.clear();
    std::string().swap(data);
    stored_bytes = 0;
  }

  statement_id last = 0;  // its group's end
  std::deque<statement_result> parts;
  std::string data;
  std::size_t stored_bytes = 0;
  statement_result end;  // the statement's, without rows
  std::optional<error> failure;
  bool ended = false;
  bool told = false;  // of its end
  bool abandoned = false;
};

}  // namespace pgpipe::asio_client::detail
