#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include <pgpipe/base/result.hpp>
#include <pgpipe/client/statement_result.hpp>

namespace pgpipe {

class pipeline;

// COPY ... FROM STDIN inside a pipeline, from pipeline::begin_copy_in(): write() any number of times, then finish() or
// abandon(); one that goes out of scope without either is abandoned. Nothing waits for the server to accept the COPY:
// its data, and what is pushed behind it, are under way together. How it ended, and the number of rows, is told by its
// result, which comes in the order of the pipeline.
//
// While it is open, nothing else is pushed; next() may take the results of what stands before it.
class pipelined_copy {
 public:
  pipelined_copy(pipelined_copy&& other) noexcept
      : pipeline_(std::exchange(other.pipeline_, nullptr)), id_(other.id_) {}
  pipelined_copy& operator=(pipelined_copy&&) = delete;
  ~pipelined_copy();

  // Of the COPY's result.
  [[nodiscard]] statement_id id() const { return id_; }

  // Takes the data over, cut anywhere. Sends as the network takes it, and stores what arrives meanwhile up to the
  // pipeline's bound; the data of a COPY that has failed is dropped. Errors: usage when the bound is reached or the
  // COPY has ended, else the connection's end.
  result<void> write(std::span<const std::byte> data);
  result<void> write(std::string_view text) { return write(std::as_bytes(std::span(text.data(), text.size()))); }

  // Ends the data. The number of rows, or what went wrong, comes with the COPY's result. Errors as for write().
  result<void> finish();
  // Fails the COPY, and with it its group, with `reason` (SQLSTATE 57014).
  result<void> abandon(std::string_view reason);

 private:
  friend class pipeline;
  pipelined_copy(pipeline& in, statement_id id) : pipeline_(&in), id_(id) {}
  result<pipeline*> end();

  pipeline* pipeline_;  // nullptr: moved away, or ended
  statement_id id_;
};

}  // namespace pgpipe
