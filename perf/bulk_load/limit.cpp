// Rows of (int8, text, float8) into a table, by a binary COPY whose bytes were built beforehand.
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pgpipe/base/chunk.hpp>
#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/client/copy_writer.hpp>
#include <pgpipe/protocol/frontend.hpp>

#include "bare_socket.hpp"
#include "contender.hpp"
#include "target.hpp"

namespace {

using pgpipe::perf::give_up;
using pgpipe::perf::typed_row;

// A query and the messages behind it, in one piece.
class prebuilt {
 public:
  explicit prebuilt(std::string_view sql) {
    add([&](pgpipe::output_buffer& out) { return pgpipe::protocol::query(out, sql); });
  }
  // The target of a copy_writer.
  pgpipe::result<void> write(std::span<const std::byte> data) {
    add([&](pgpipe::output_buffer& out) { return pgpipe::protocol::copy_data(out, data); });
    return {};
  }
  void finish() {
    add([](pgpipe::output_buffer& out) {
      pgpipe::protocol::copy_done(out);
      return true;
    });
  }
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  template <typename Encode>
  void add(Encode encode) {
    pgpipe::output_buffer out(pool_);
    if (!encode(out)) give_up("cannot encode");
    while (out.pending_bytes() != 0) {
      const std::span<const std::byte> piece = out.pending();
      bytes_.insert(bytes_.end(), piece.begin(), piece.end());
      out.commit(piece.size());
    }
  }

  pgpipe::chunk_pool pool_;
  std::vector<std::byte> bytes_;
};

void run(pgpipe::perf::bare_socket& server, std::string_view sql) {
  if (server.exchange(prebuilt(sql).bytes()).completed != 1) give_up("wrong answer");
}

}  // namespace

int main(int argc, char** argv) {
  using namespace pgpipe::perf;
  const task task = task_from(argc, argv);
  prebuilt copy("COPY perf_target FROM STDIN (FORMAT binary)");
  pgpipe::copy_writer writer(copy, pgpipe::copy_format::binary);
  for (const typed_row& row : bulk_load::rows(task.rounds)) {
    pgpipe::value_or_throw(writer.row(row.id, row.name, row.amount));
  }
  pgpipe::value_or_throw(writer.finish());
  copy.finish();
  bare_socket server(task.conninfo, "s", "SELECT 1");
  run(server, bulk_load::empty_it);
  stopwatch watch;
  watch.begin();
  if (server.exchange(copy.bytes()).completed != 1) give_up("wrong answer");
  watch.report(task.rounds);
  // One row comes back where the answer is yes, an error where it is no.
  run(server, "SELECT 1 / (" + bulk_load::is_right(task.rounds) + ")::int");
}
