// One prepared SELECT at a time, as prebuilt bytes.
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
  output_buffer one(pool);
  if (!protocol::bind(one, "", "s", {}) || !protocol::execute(one)) perf::give_up("cannot encode");
  protocol::sync(one);
  if (server.exchange(one.pending()).completed != 1) perf::give_up("wrong answer");
  perf::stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) server.exchange(one.pending());
  watch.report(task.rounds);
}
