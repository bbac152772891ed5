// A server's bytes of any kind: the framer, every message's decoder, and the tracer.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <pgpipe/protocol/authentication.hpp>
#include <pgpipe/protocol/backend_key_data.hpp>
#include <pgpipe/protocol/command_complete.hpp>
#include <pgpipe/protocol/copy_response.hpp>
#include <pgpipe/protocol/data_row.hpp>
#include <pgpipe/protocol/error_response.hpp>
#include <pgpipe/protocol/framer.hpp>
#include <pgpipe/protocol/function_call_response.hpp>
#include <pgpipe/protocol/negotiate_protocol_version.hpp>
#include <pgpipe/protocol/notification_response.hpp>
#include <pgpipe/protocol/parameter_description.hpp>
#include <pgpipe/protocol/parameter_status.hpp>
#include <pgpipe/protocol/ready_for_query.hpp>
#include <pgpipe/protocol/row_description.hpp>
#include <pgpipe/protocol/trace.hpp>

namespace {

using namespace pgpipe;
using namespace pgpipe::protocol;

void require(bool condition) {
  if (!condition) std::abort();
}

// Reads every byte of a view, so that AddressSanitizer looks at them all.
std::size_t touch(std::span<const std::byte> bytes) {
  std::size_t sum = 0;
  for (const std::byte each : bytes) sum += std::to_integer<std::size_t>(each);
  return sum;
}
std::size_t touch(std::string_view text) {
  return touch(std::span(reinterpret_cast<const std::byte*>(text.data()), text.size()));
}

template <typename Message>
bool decoded(std::span<const std::byte> body, Message& out) {
  return decode(body, out);
}

std::size_t use_rows(std::span<const std::byte> body) {
  std::size_t sum = 0;
  if (data_row_view row; decoded(body, row)) {
    std::size_t fields = 0;
    for (const field_view each : row) sum += touch(each.bytes()), ++fields;
    require(fields == row.size());
  }
  if (row_shape shape; decoded(body, shape)) {
    require(body.size() >= 2 + 19 * shape.size());
    for (std::size_t i = 0; i != shape.size(); ++i) sum += touch(shape[i].name) + shape[i].type;
    row_shape again;
    require(decode(body, again) && again == shape);
  }
  if (parameter_description parameters; decoded(body, parameters)) {
    for (std::size_t i = 0; i != parameters.size(); ++i) sum += parameters.type(i);
  }
  if (copy_response copy; decoded(body, copy)) {
    for (std::size_t i = 0; i != copy.column_count(); ++i) sum += static_cast<std::size_t>(copy.column_encoding(i));
  }
  if (function_call_response answer; decoded(body, answer)) sum += touch(answer.value.bytes());
  return sum;
}

std::size_t use_texts(std::span<const std::byte> body) {
  std::size_t sum = 0;
  if (command_complete done; decoded(body, done)) {
    require(done.tag.starts_with(done.command()));
    sum += done.rows().value_or(0) + done.insert_oid();
  }
  if (notification_response note; decoded(body, note)) sum += touch(note.channel) + touch(note.payload);
  if (parameter_status status; decoded(body, status)) sum += touch(status.name) + touch(status.value);
  if (server_message message; decoded(body, message)) sum += message.severity.size();
  return sum;
}

std::size_t use_startup(std::span<const std::byte> body) {
  std::size_t sum = 0;
  if (backend_key_data key; decoded(body, key)) sum += touch(key.key);
  if (ready_for_query ready; decoded(body, ready)) sum += static_cast<std::size_t>(ready.status);
  if (negotiate_protocol_version answer; decoded(body, answer)) {
    for (const std::string_view option : answer.options) sum += touch(option);
  }
  if (authentication request; decoded(body, request)) {
    sum += touch(request.payload);
    if (request.kind == authentication_kind::sasl) {
      for (const std::string_view name : request.mechanisms()) sum += touch(name);
    }
  }
  return sum;
}

std::size_t use(std::span<const std::byte> body) { return use_rows(body) + use_texts(body) + use_startup(body); }

// The body in a heap block of its own, so that a decoder that reads on does not find the next message there.
std::size_t use_exact(std::span<const std::byte> body) {
  const auto exact = std::make_unique<std::byte[]>(body.size());
  std::copy(body.begin(), body.end(), exact.get());
  return use({exact.get(), body.size()});
}

void frame_all(std::span<const std::byte> input) {
  frame message{};
  std::size_t wanted = 0;
  while (next_frame(input, message, wanted) == framing::complete) {
    require(wanted == message.size() && wanted <= input.size());
    frame early{};
    require(next_frame(input.first(wanted - 1), early, wanted) == framing::incomplete);
    static_cast<void>(use_exact(message.body));
    input = input.subspan(message.size());
  }
}

void trace_all(std::span<const std::byte> input) {
  std::string whole;
  tracer all_at_once(whole);
  all_at_once.backend(input);
  all_at_once.frontend(input);
  all_at_once.untyped(input);
  std::string pieces;
  tracer byte_by_byte(pieces);
  for (std::size_t i = 0; i != input.size(); ++i) byte_by_byte.backend(input.subspan(i, 1));
  for (std::size_t i = 0; i != input.size(); ++i) byte_by_byte.frontend(input.subspan(i, 1));
  byte_by_byte.untyped(input);
  require(whole == pieces);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> input(reinterpret_cast<const std::byte*>(data), size);
  static_cast<void>(use(input));
  frame_all(input);
  trace_all(input);
  return 0;
}
