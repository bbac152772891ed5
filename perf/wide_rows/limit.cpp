// 100 prepared statements a pipeline that return a row of 31 text columns each, as prebuilt bytes without Describe.
#include <pgpipe/base/chunk.hpp>
#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/protocol/frontend.hpp>

#include "bare_socket.hpp"
#include "contender.hpp"
#include "wide_row.hpp"

int main(int argc, char** argv) {
  using namespace pgpipe;
  namespace wide_row = perf::wide_row;
  const perf::task task = perf::task_from(argc, argv);
  perf::bare_socket server(task.conninfo, "s", wide_row::sql().c_str());
  chunk_pool pool;
  output_buffer batch(pool);
  for (int i = 0; i != wide_row::statements; ++i) {
    if (!protocol::bind(batch, "", "s", {}) || !protocol::execute(batch)) perf::give_up("cannot encode");
  }
  protocol::sync(batch);
  if (server.exchange(batch.pending()).rows != wide_row::statements) perf::give_up("wrong answer");
  perf::stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) server.exchange(batch.pending());
  watch.report(wide_row::statements * task.rounds);
}
