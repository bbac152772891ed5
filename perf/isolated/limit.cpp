// 100 prepared SELECT 1, each in a group of its own, as prebuilt bytes in one write.
#include <pgpipe/base/chunk.hpp>
#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/protocol/frontend.hpp>

#include "bare_socket.hpp"
#include "contender.hpp"

int main(int argc, char** argv) {
  using namespace pgpipe;
  const perf::task task = perf::task_from(argc, argv);
  perf::bare_socket server(task.conninfo, "s", "SELECT 1");
  chunk_pool pool;
  output_buffer batch(pool);
  for (int i = 0; i != 100; ++i) {
    if (!protocol::bind(batch, "", "s", {}) || !protocol::execute(batch)) perf::give_up("cannot encode");
    protocol::sync(batch);
  }
  if (server.exchange(batch.pending(), 100).completed != 100) perf::give_up("wrong answer");
  perf::stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) server.exchange(batch.pending(), 100);
  watch.report(100 * task.rounds);
}
