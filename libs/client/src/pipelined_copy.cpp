#include <utility>

#include <pgpipe/client/connection.hpp>
#include <pgpipe/client/pipeline.hpp>
#include <pgpipe/client/pipelined_copy.hpp>

#include "link.hpp"

namespace pgpipe {

pipelined_copy::~pipelined_copy() {
  if (pipeline_ != nullptr) std::ignore = abandon("the COPY was abandoned");
}

result<void> pipelined_copy::write(std::span<const std::byte> data) {
  if (pipeline_ == nullptr || pipeline_->open_copy_ != id_)
    return fail(error_category::usage, "the COPY has ended", retry_safety::safe);
  return pipeline_->connection_->link().write_copy_data(id_, data, pipeline_->options_.max_buffered_bytes);
}

// The pipeline, if it still has this COPY open; then it has no more.
result<pipeline*> pipelined_copy::end() {
  pipeline* const in = std::exchange(pipeline_, nullptr);
  if (in == nullptr || in->open_copy_ != id_)
    return fail(error_category::usage, "the COPY has ended", retry_safety::safe);
  return in;
}

result<void> pipelined_copy::finish() {
  auto in = end();
  if (!in) return fail(std::move(in).error());
  (*in)->connection_->link().write_copy_done();
  (*in)->close_copy();
  return {};
}

result<void> pipelined_copy::abandon(std::string_view reason) {
  auto in = end();
  if (!in) return fail(std::move(in).error());
  (*in)->connection_->link().write_copy_fail(reason);
  (*in)->close_copy();
  return {};
}

// --- the pipeline's side --------------------------------------------------------------------------------------------

result<pipelined_copy> pipeline::begin_copy_in(std::string_view sql) {
  if (auto ready = before_push(); !ready) return fail(std::move(ready).error());
  const result<statement_id> id = connection_->link().push_copy_in(sql);
  if (!id) return fail(id.error());
  open_copy_ = *id;
  most_outstanding_ = 0;
  return pipelined_copy(*this, *id);
}

void pipeline::close_copy() {
  open_copy_ = 0;
  most_outstanding_ = pushes_are_free() ? options_.max_outstanding : 0;
  if (ends_each_) std::ignore = connection_->link().push_sync();
}

void pipeline::abandon_open_copy() {
  if (open_copy_ == 0) return;
  connection_->link().write_copy_fail("the result of the COPY was asked for before the end of its data");
  close_copy();
}

result<statement_id> pipeline::push_copy_in(std::string_view sql, std::string_view data) {
  bool given = false;
  return push_copy_in(sql, [&] {
    return std::exchange(given, true) ? std::span<const std::byte>()
                                      : std::as_bytes(std::span(data.data(), data.size()));
  });
}

result<statement_id> pipeline::push_copy_in(std::string_view sql,
                                            const std::function<std::span<const std::byte>()>& produce) {
  auto copy = begin_copy_in(sql);
  if (!copy) return fail(std::move(copy).error());
  for (std::span<const std::byte> data = produce(); !data.empty(); data = produce()) {
    if (auto written = copy->write(data); !written) return fail(std::move(written).error());
  }
  if (auto finished = copy->finish(); !finished) return fail(std::move(finished).error());
  return copy->id();
}

}  // namespace pgpipe
