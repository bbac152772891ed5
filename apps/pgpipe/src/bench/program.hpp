#pragma once

#include <cstdint>
#include <vector>

#include <pgpipe/base/result.hpp>

#include "bench/query_mode.hpp"
#include "bench/script.hpp"
#include "bench/sql_message.hpp"

namespace pgpipe::app::bench {

// What all clients run: the scripts, and the messages of their SQL commands. It does not change while they run.
struct program {
  std::vector<script> scripts;
  std::vector<int> weights;
  std::int64_t total_weight = 0;
  std::vector<sql_message> messages;  // by command::statement

  // Builds the messages of all scripts.
  [[nodiscard]] result<void> build_messages(query_mode mode, bool describe);
};

}  // namespace pgpipe::app::bench
