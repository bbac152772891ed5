#pragma once

#include <algorithm>
#include <chrono>

#include <pgpipe/client/connection.hpp>

namespace pgpipe {

// While it is there, everything on the connection together, pipelines and streams included, may take this long; what it
// finds set, if that is earlier, goes on to hold. It must not outlive its connection.
class deadline_scope {
 public:
  deadline_scope(connection& on, std::chrono::nanoseconds time) : connection_(&on), before_(on.deadline()) {
    on.set_deadline(std::min(before_, std::chrono::steady_clock::now() + time));
  }
  deadline_scope(const deadline_scope&) = delete;
  deadline_scope& operator=(const deadline_scope&) = delete;
  ~deadline_scope() { connection_->set_deadline(before_); }

 private:
  connection* connection_;
  std::chrono::steady_clock::time_point before_;
};

}  // namespace pgpipe
