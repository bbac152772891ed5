#include "bind_writer.hpp"

#include <memory>
#include <tuple>
#include <utility>

#include <pgpipe/base/big_endian.hpp>
#include <pgpipe/base/chunk.hpp>
#include <pgpipe/base/output_buffer.hpp>
#include <pgpipe/protocol/frontend.hpp>
#include <pgpipe/types/binary_types.hpp>

namespace pgpipe::detail {
namespace {

std::vector<std::byte> copy_of(const output_buffer& built) {
  const std::span<const std::byte> bytes = built.pending();
  return {bytes.begin(), bytes.end()};
}

}  // namespace

error cannot_be_said() {
  return {error_category::usage, "the statement holds a zero byte, or is longer than 2 GB", retry_safety::safe};
}

error wrong_parameter_count(std::size_t wanted, std::size_t given) {
  return {error_category::usage,
          "the statement has " + std::to_string(wanted) + " parameters, " + std::to_string(given) + " were given",
          retry_safety::safe};
}

void prebuild(prepared_statement::description& what) {
  chunk_pool pool;
  output_buffer out(pool);
  protocol::message_writer bind(out, protocol::frontend::bind);
  bind.string("");
  bind.string(what.name);
  std::ignore = bind.finish();
  what.bind_head = copy_of(out);
  out.commit(out.pending_bytes());
  if (!what.described_once) std::ignore = protocol::describe(out, protocol::object_kind::portal, "");
  std::ignore = protocol::execute(out);
  what.execute = copy_of(out);
  out.commit(out.pending_bytes());
  protocol::message_writer bind_nothing(out, what.bind_head);
  std::ignore = finish_bind(bind_nothing, {}, {}, what.result_formats);
  out.append(what.execute);
  what.bind_nothing_execute = copy_of(out);
}

void ask_for_binary(prepared_statement::description& what) {
  what.result_formats.clear();
  if (!what.described_once || what.columns == nullptr) return;
  auto columns = std::make_shared<protocol::row_shape>(*what.columns);
  what.result_formats.resize(2 + 2 * columns->size());
  std::byte* at = what.result_formats.data();
  store_big_endian(at, static_cast<std::uint16_t>(columns->size()));
  for (std::size_t i = 0; i != columns->size(); ++i) {
    const format chosen = types::reads_binary(columns->type(i)) ? format::binary : format::text;
    columns->set_encoding(i, chosen);
    store_big_endian(at += 2, static_cast<std::int16_t>(chosen));
  }
  what.columns = std::move(columns);
  prebuild(what);
}

}  // namespace pgpipe::detail
