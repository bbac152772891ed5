#include "bench/sql_message.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <pgpipe/base/big_endian.hpp>
#include <pgpipe/base/chunk.hpp>
#include <pgpipe/protocol/frontend.hpp>

#include "bench/script_run.hpp"
#include "bench/value_quoting.hpp"

namespace pgpipe::app::bench {
namespace {

// The length word of a message is signed.
constexpr std::size_t greatest_length = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t header_bytes = 5;       // type and length word of a message
constexpr std::size_t length_word_bytes = 4;  // before each value of Bind
constexpr std::int32_t null_length = -1;

std::byte* put(std::byte* to, std::span<const std::byte> bytes) {
  if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
  return to + bytes.size();
}

std::vector<std::byte> take(output_buffer& from) {
  std::vector<std::byte> bytes;
  while (!from.pending().empty()) {
    const std::span<const std::byte> piece = from.pending();
    bytes.insert(bytes.end(), piece.begin(), piece.end());
    from.commit(piece.size());
  }
  return bytes;
}

tl::unexpected<error> unsayable() {
  return fail(error_category::usage, "the command cannot be sent: it holds a zero byte or is too long");
}

}  // namespace

result<sql_message> sql_message::make(const command& sql, query_mode mode, std::string_view statement, bool describe) {
  chunk_pool pool;
  output_buffer out(pool);
  sql_message made;
  auto done = mode == query_mode::simple ? made.make_query(sql, out) : made.make_bind(sql, statement, describe, out);
  if (!done) return fail(std::move(done).error());
  made.bytes_ = take(out);
  return made;
}

result<void> sql_message::make_query(const command& sql, output_buffer& out) {
  std::string text;
  for (const text_piece& each : sql.pieces) {
    text += each.text;
    if (each.slot == no_variable) continue;
    holes_.push_back({header_bytes + text.size(), each.slot, each.quoting});
    quotes_ = quotes_ || each.quoting != quoting::none;
  }
  if (!protocol::query(out, text)) return unsayable();
  first_end_ = sync_begin_ = out.pending_bytes();
  return {};
}

// Bind stands without its values: portal "", the statement, no parameter formats, the number of parameters, no result
// formats. The values go before the last of these.
result<void> sql_message::make_bind(const command& sql, std::string_view statement, bool describe, output_buffer& out) {
  const auto is_name = [](const text_piece& each) { return each.quoting == quoting::identifier; };
  if (std::any_of(sql.pieces.begin(), sql.pieces.end(), is_name)) {
    named_ = sql.pieces;
    statement = {};
  }
  if (!protocol::parse(out, statement, sql.parameterized)) return unsayable();
  parse_ = take(out);
  is_bind_ = true;
  protocol::message_writer bind(out, protocol::frontend::bind);
  bind.string("");
  bind.string(statement);
  bind.int2(0);
  bind.uint2(static_cast<std::uint16_t>(sql.parameters.size()));
  for (const variable_slot each : sql.parameters) holes_.push_back({bind.position(), each, quoting::none});
  bind.int2(0);
  if (!bind.finish()) return unsayable();
  first_end_ = out.pending_bytes();
  describes_ = describe || sql.rows != row_use::none;
  if (describes_ && !protocol::describe(out, protocol::object_kind::portal, "")) return unsayable();
  if (!protocol::execute(out)) return unsayable();
  sync_begin_ = out.pending_bytes();
  protocol::sync(out);
  return {};
}

bool sql_message::append(output_buffer& out, variables& values, bool sync) const {
  const std::size_t constant_bytes = sync ? bytes_.size() : sync_begin_;
  if (quotes_) return render_quoted(out, values);
  if (!holes_.empty()) return render(out, values, constant_bytes);
  std::memcpy(out.reserve(constant_bytes).data(), bytes_.data(), constant_bytes);
  out.append(constant_bytes);
  return true;
}

// What a variable that is a name is called when it has no value, is what is written.
bool sql_message::render_parse(output_buffer& out, variables& values) const {
  std::string text;
  int parameters = 0;
  for (const text_piece& each : named_) {
    text += each.text;
    if (each.slot == no_variable) continue;
    if (each.quoting != quoting::identifier) {
      text.append("$").append(std::to_string(++parameters));
      continue;
    }
    const std::optional<std::string_view> value = values.text(each.slot);
    const auto name =
        value ? quote_value(*value, each.quoting) : ":" + mention_of(values.names().name(each.slot), each.quoting);
    if (!name) return false;
    text += *name;
  }
  return protocol::parse(out, {}, text);
}

// The text is put together first, since quoting changes the values' sizes.
bool sql_message::render_quoted(output_buffer& out, variables& values) const {
  std::string text;
  std::size_t copied = header_bytes;
  const auto copy_to = [&](std::size_t end) {
    text.append(reinterpret_cast<const char*>(bytes_.data() + copied), end - copied);
    copied = end;
  };
  for (const hole& each : holes_) {
    copy_to(each.at);
    const std::optional<std::string_view> value = values.text(each.slot);
    const auto put_in =
        value ? quote_value(*value, each.quoting) : ":" + mention_of(values.names().name(each.slot), each.quoting);
    if (!put_in) return false;
    text += *put_in;
  }
  copy_to(first_end_ - 1);  // protocol::query() adds the zero byte
  return protocol::query(out, text);
}

// A variable without a value is NULL in Bind, and stays as it was written in Query.
bool sql_message::render(output_buffer& out, variables& values, std::size_t constant_bytes) const {
  std::size_t bound = constant_bytes;
  for (const hole& each : holes_) {
    const std::optional<std::string_view> text = values.text(each.slot);
    bound += length_word_bytes + (text ? text->size() : values.names().name(each.slot).size());
  }
  if (bound > greatest_length) return false;
  std::byte* const begin = out.reserve(bound).data();
  std::byte* to = begin;
  std::size_t copied = 0;
  for (const hole& each : holes_) {
    to = put(to, {bytes_.data() + copied, each.at - copied});
    copied = each.at;
    const std::optional<std::string_view> text = values.text(each.slot);
    if (is_bind_) {
      store_big_endian(to, text ? static_cast<std::int32_t>(text->size()) : null_length);
      to += length_word_bytes;
    } else if (!text) {
      *to++ = std::byte{':'};
      to = put(to, std::as_bytes(std::span(values.names().name(each.slot))));
    }
    if (text) to = put(to, std::as_bytes(std::span(*text)));
  }
  const std::size_t first_size = static_cast<std::size_t>(to - begin) + first_end_ - copied;
  to = put(to, {bytes_.data() + copied, constant_bytes - copied});
  store_big_endian(begin + 1, static_cast<std::uint32_t>(first_size - 1));
  out.append(static_cast<std::size_t>(to - begin));
  return true;
}

}  // namespace pgpipe::app::bench
