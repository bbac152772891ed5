#include "libpq_trace.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "recording_proxy.hpp"

namespace {

struct connection_deleter {
  void operator()(PGconn* connection) const { PQfinish(connection); }
};
using connection_ptr = std::unique_ptr<PGconn, connection_deleter>;

void ignore_notice(void*, const PGresult*) {}

connection_ptr connect(const std::string& directory, const std::string& database, const std::string& user) {
  const std::string conninfo =
      "host=" + directory + " dbname=" + database + " user=" + user + " client_encoding=UTF8 gssencmode=disable";
  connection_ptr connection(PQconnectdb(conninfo.c_str()));
  if (PQstatus(connection.get()) != CONNECTION_OK) throw std::runtime_error(PQerrorMessage(connection.get()));
  PQsetNoticeReceiver(connection.get(), ignore_notice, nullptr);
  return connection;
}

std::string hex(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += digits[byte >> 4U];
    out += digits[byte & 15U];
  }
  return out;
}

// Cuts the first message off a direction's bytes.
std::string_view take_message(std::string_view& bytes) {
  if (bytes.size() < 5) throw std::runtime_error("the trace has a message more than the wire");
  std::size_t length = 0;
  for (const char c : bytes.substr(1, 4)) length = 256 * length + static_cast<unsigned char>(c);
  const std::string_view message = bytes.substr(0, 1 + length);
  bytes.remove_prefix(message.size());
  return message;
}

// The messages in the trace's order. PQtrace leaves the server's CopyData out: it stands before the next message there.
std::string wire_lines(const std::string& trace, std::string_view frontend, std::string_view backend) {
  std::string out;
  std::istringstream lines(trace);
  for (std::string line; std::getline(lines, line);) {
    const bool from_frontend = line.starts_with("F\t");
    if (!from_frontend && !line.starts_with("B\t")) continue;
    std::string_view message = take_message(from_frontend ? frontend : backend);
    while (!from_frontend && message[0] == 'd') {
      out += "B " + hex(message) + '\n';
      message = take_message(backend);
    }
    out += std::string(from_frontend ? "F " : "B ") + hex(message) + '\n';
  }
  if (!frontend.empty() || !backend.empty()) throw std::runtime_error("the wire has a message more than the trace");
  return out;
}

}  // namespace

libpq_trace trace_with_libpq(const scenario& each, const std::string& server_socket, const std::string& database,
                             const std::string& user) {
  const recording_proxy proxy(server_socket);
  const connection_ptr connection = connect(proxy.directory(), database, user);
  const recording_proxy::recording before = proxy.recorded();

  char* text = nullptr;
  std::size_t size = 0;
  FILE* stream = open_memstream(&text, &size);
  PQtrace(connection.get(), stream);
  PQsetTraceFlags(connection.get(), PQTRACE_SUPPRESS_TIMESTAMPS | (each.masked ? PQTRACE_REGRESS_MODE : 0));
  each.run(connection.get());
  PQuntrace(connection.get());
  std::fclose(stream);
  const std::string trace(text, size);
  std::free(text);

  const recording_proxy::recording after = proxy.recorded();
  return {trace, wire_lines(trace, std::string_view(after.frontend).substr(before.frontend.size()),
                            std::string_view(after.backend).substr(before.backend.size()))};
}
