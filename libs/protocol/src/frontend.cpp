#include <algorithm>
#include <array>

#include <pgpipe/protocol/frontend.hpp>

namespace pgpipe::protocol {
namespace {

constexpr std::uint32_t ssl_request_code = 80877103;
constexpr std::uint32_t cancel_request_code = 80877102;

// The wire counts parameters in 16 unsigned bits.
constexpr std::size_t greatest_count = 65535;

// A message that is its type and nothing else.
constexpr std::array<std::byte, 5> bare(frontend type) {
  return {static_cast<std::byte>(type), std::byte{0}, std::byte{0}, std::byte{0}, std::byte{4}};
}

// Whether the values can stand in one message. Looked at before the first is copied: gigabytes copied only to be
// refused would be felt.
bool fit(std::span<const wire_value> values) {
  if (values.size() > greatest_count) return false;
  std::size_t left = message_writer::greatest_length;
  for (const wire_value& each : values) {
    if (each.size > left) return false;
    left -= each.size;
  }
  return true;
}

void append_bare(output_buffer& out, frontend type) { out.append(bare(type)); }

// Execute of the unnamed portal, all rows: what nearly every statement asks.
constexpr std::array<std::byte, 10> execute_all = {static_cast<std::byte>(frontend::execute), std::byte{0},
                                                   std::byte{0}, std::byte{0}, std::byte{9}};

}  // namespace

bool startup_message(output_buffer& out, std::uint32_t version, parameter_list parameters) {
  message_writer message(out, message_writer::untyped{});
  message.uint4(version);
  for (const auto& [name, value] : parameters) {
    message.string(name);
    message.string(value);
  }
  message.byte1('\0');
  return message.finish();
}

bool ssl_request(output_buffer& out) {
  message_writer message(out, message_writer::untyped{});
  message.uint4(ssl_request_code);
  return message.finish();
}

bool cancel_request(output_buffer& out, std::int32_t process_id, std::span<const std::byte> key) {
  message_writer message(out, message_writer::untyped{});
  message.uint4(cancel_request_code);
  message.int4(process_id);
  message.bytes(key);
  return message.finish();
}

bool password_message(output_buffer& out, std::string_view password) {
  message_writer message(out, frontend::password);
  message.string(password);
  return message.finish();
}

bool sasl_initial_response(output_buffer& out, std::string_view mechanism, std::string_view response) {
  message_writer message(out, frontend::password);
  message.string(mechanism);
  message.int4(static_cast<std::int32_t>(response.size()));
  message.text(response);
  return message.finish();
}

bool sasl_response(output_buffer& out, std::string_view response) {
  message_writer message(out, frontend::password);
  message.text(response);
  return message.finish();
}

bool query(output_buffer& out, std::string_view sql) {
  message_writer message(out, frontend::query);
  message.string(sql);
  return message.finish();
}

bool parse(output_buffer& out, std::string_view statement, std::string_view sql,
           std::span<const std::uint32_t> parameter_types) {
  if (parameter_types.size() > greatest_count) return false;
  message_writer message(out, frontend::parse);
  message.string(statement);
  message.string(sql);
  message.uint2(static_cast<std::uint16_t>(parameter_types.size()));
  for (const std::uint32_t type : parameter_types) message.uint4(type);
  return message.finish();
}

bool describe(output_buffer& out, object_kind kind, std::string_view name) {
  message_writer message(out, frontend::describe);
  message.byte1(static_cast<char>(kind));
  message.string(name);
  return message.finish();
}

bool execute(output_buffer& out, std::string_view portal, std::int32_t row_limit) {
  if (portal.empty() && row_limit == 0) {
    out.append(execute_all);
    return true;
  }
  message_writer message(out, frontend::execute);
  message.string(portal);
  message.int4(row_limit);
  return message.finish();
}

bool close(output_buffer& out, object_kind kind, std::string_view name) {
  message_writer message(out, frontend::close);
  message.byte1(static_cast<char>(kind));
  message.string(name);
  return message.finish();
}

bool copy_data(output_buffer& out, std::span<const std::byte> data) {
  message_writer message(out, frontend::copy_data);
  message.bytes(data);
  return message.finish();
}

bool copy_fail(output_buffer& out, std::string_view reason) {
  message_writer message(out, frontend::copy_fail);
  message.string(reason);
  return message.finish();
}

void copy_done(output_buffer& out) { append_bare(out, frontend::copy_done); }
void flush(output_buffer& out) { append_bare(out, frontend::flush); }
void sync(output_buffer& out) { append_bare(out, frontend::sync); }
void terminate(output_buffer& out) { append_bare(out, frontend::terminate); }

bool function_call(output_buffer& out, std::uint32_t function, std::span<const wire_value> arguments,
                   format result_format) {
  if (!fit(arguments)) return false;
  message_writer message(out, frontend::function_call);
  message.uint4(function);
  message.uint2(static_cast<std::uint16_t>(arguments.size()));
  for (const wire_value& argument : arguments) message.int2(static_cast<std::int16_t>(argument.encoding));
  message.uint2(static_cast<std::uint16_t>(arguments.size()));
  for (const wire_value& argument : arguments) {
    if (argument.data == nullptr) {
      message.int4(-1);
    } else {
      message.int4(static_cast<std::int32_t>(argument.size));
      message.bytes(argument.data, argument.size);
    }
  }
  message.int2(static_cast<std::int16_t>(result_format));
  return message.finish();
}

bind_writer::bind_writer(output_buffer& out, std::string_view portal, std::string_view statement,
                         std::uint16_t parameter_count, format parameter_format)
    : message_(out, frontend::bind) {
  message_.string(portal);
  message_.string(statement);
  if (parameter_format == format::text) {
    message_.int2(0);
  } else {
    message_.int2(1);
    message_.int2(static_cast<std::int16_t>(parameter_format));
  }
  message_.uint2(parameter_count);
}

bind_writer::bind_writer(output_buffer& out, std::string_view portal, std::string_view statement,
                         std::span<const format> parameter_formats)
    : message_(out, frontend::bind) {
  if (parameter_formats.size() > greatest_count) message_.refuse();
  const auto count = static_cast<std::uint16_t>(parameter_formats.size());
  message_.string(portal);
  message_.string(statement);
  message_.uint2(count);
  for (const format each : parameter_formats) message_.int2(static_cast<std::int16_t>(each));
  message_.uint2(count);
}

bool bind_writer::finish(format result_format) {
  message_.int2(1);
  message_.int2(static_cast<std::int16_t>(result_format));
  return message_.finish();
}

bool bind_writer::finish(std::span<const format> result_formats) {
  if (result_formats.size() > greatest_count) message_.refuse();
  message_.uint2(static_cast<std::uint16_t>(result_formats.size()));
  for (const format each : result_formats) message_.int2(static_cast<std::int16_t>(each));
  return message_.finish();
}

bool bind(output_buffer& out, std::string_view portal, std::string_view statement,
          std::span<const wire_value> parameters, format result_format) {
  if (!fit(parameters)) return false;
  message_writer message(out, frontend::bind);
  message.string(portal);
  message.string(statement);
  const bool all_text = std::all_of(parameters.begin(), parameters.end(),
                                    [](const wire_value& each) { return each.encoding == format::text; });
  if (all_text) {
    message.uint2(0);
  } else {
    message.uint2(static_cast<std::uint16_t>(parameters.size()));
    for (const wire_value& each : parameters) message.int2(static_cast<std::int16_t>(each.encoding));
  }
  message.uint2(static_cast<std::uint16_t>(parameters.size()));
  for (const wire_value& each : parameters) {
    if (each.data == nullptr) {
      message.int4(-1);
    } else {
      message.int4(static_cast<std::int32_t>(each.size));
      message.bytes(each.data, each.size);
    }
  }
  message.int2(1);
  message.int2(static_cast<std::int16_t>(result_format));
  return message.finish();
}

}  // namespace pgpipe::protocol
