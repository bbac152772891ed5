#pragma once

#include <span>
#include <string>

#include <pgpipe/base/error.hpp>
#include <pgpipe/base/result.hpp>
#include <pgpipe/client/parameter.hpp>
#include <pgpipe/client/prepared_statement.hpp>
#include <pgpipe/protocol/message_writer.hpp>

namespace pgpipe::detail {

// The wire counts parameters in 16 unsigned bits.
inline constexpr std::size_t greatest_parameter_count = 65535;

[[nodiscard]] error cannot_be_said();
[[nodiscard]] error wrong_parameter_count(std::size_t wanted, std::size_t given);

// Formats are said only where one is not text, as libpq does.
template <typename TypeOf>
inline void write_formats(protocol::message_writer& message, parameters arguments, TypeOf type_of) {
  std::size_t last_binary = arguments.size();
  while (last_binary != 0 && arguments[last_binary - 1].format_for(type_of(last_binary - 1)) == format::text) {
    --last_binary;
  }
  if (last_binary == 0) return message.uint2(0);
  message.uint2(static_cast<std::uint16_t>(arguments.size()));
  for (std::size_t i = 0; i != arguments.size(); ++i) {
    message.int2(static_cast<std::int16_t>(arguments[i].format_for(type_of(i))));
  }
}

// The rest of a Bind, from the formats of its parameters on. `types` are those that the server told, or empty where the
// arguments say their own; `result_formats` are a description's.
inline result<void> finish_bind(protocol::message_writer& message, parameters arguments,
                                std::span<const std::uint32_t> types, std::span<const std::byte> result_formats = {}) {
  const auto type_of = [&](std::size_t i) { return types.empty() ? arguments[i].type() : types[i]; };
  const auto count = static_cast<std::uint16_t>(arguments.size());
  write_formats(message, arguments, type_of);
  message.uint2(count);
  for (std::size_t i = 0; i != count; ++i) {
    const std::size_t at = message.position();
    message.int4(-1);
    if (arguments[i].is_null()) continue;
    auto written = arguments[i].encode(message, type_of(i), arguments[i].format_for(type_of(i)));
    if (!written) {
      written.error().add_context("parameter $" + std::to_string(i + 1)).set_safety(retry_safety::safe);
      return written;
    }
    message.patch_int4(at, static_cast<std::int32_t>(message.position() - at - 4));
  }
  if (result_formats.empty()) [[likely]] {
    message.int2(1);  // all results as text
    message.int2(static_cast<std::int16_t>(format::text));
  } else {
    message.bytes(result_formats);
  }
  if (!message.finish()) return fail(cannot_be_said());
  return {};
}

// Builds what executions of a statement have in common, from its name and whether it describes itself once.
void prebuild(prepared_statement::description& what);

// The same once the columns are known and some of them are to come in binary.
void ask_for_binary(prepared_statement::description& what);

}  // namespace pgpipe::detail
