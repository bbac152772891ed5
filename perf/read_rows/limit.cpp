// Rows of (int8, text, float8), in binary or text, of which nothing but the headers is looked at.
#include <string>

#include <pgpipe/base/chunk.hpp>
#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/protocol/frontend.hpp>

#include "bare_socket.hpp"
#include "contender.hpp"
#include "sql.hpp"
#include "typed_rows.hpp"

int main(int argc, char** argv) {
  using namespace pgpipe;
  const perf::task task = perf::task_from(argc, argv);
  const auto format = task.way.ends_with("binary") ? protocol::format::binary : protocol::format::text;
  perf::bare_socket server(task.conninfo, "s", perf::read_rows::sql);
  chunk_pool pool;
  perf::stopwatch watch;
  watch.begin();
  for (std::uint64_t left = task.rounds; left != 0;) {
    const std::uint64_t count = left < perf::table_rows ? left : perf::table_rows;
    output_buffer query(pool);
    protocol::bind_writer bind(query, "", "s", 1);
    bind.value(std::to_string(count));
    if (!bind.finish(format) || !protocol::execute(query)) perf::give_up("cannot encode");
    protocol::sync(query);
    if (server.exchange(query.pending()).rows != count) perf::give_up("wrong answer");
    left -= count;
  }
  watch.report(task.rounds);
}
