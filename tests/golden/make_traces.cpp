// Makes the expected wire traces: runs every scenario with libpq through a recording proxy and writes, for each, what
// PQtrace says (NAME.trace) and the same messages' bytes, one a line in the trace's order (NAME.wire).
//
//   make_traces SERVER_SOCKET DATABASE USER FOLDER
//
// for example: make_traces /var/run/postgresql/.s.PGSQL.5432 postgres postgres libs/protocol/test/golden

#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>

#include "libpq_trace.hpp"

namespace {

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::cerr << "usage: make_traces SERVER_SOCKET DATABASE USER FOLDER\n";
    return 2;
  }
  try {
    for (const scenario& each : scenarios) {
      const libpq_trace made = trace_with_libpq(each, argv[1], argv[2], argv[3]);
      const std::string base = std::string(argv[4]) + "/" + std::string(each.name);
      write_file(base + ".trace", made.trace);
      write_file(base + ".wire", made.wire);
    }
  } catch (const std::exception& failure) {
    std::cerr << "make_traces: " << failure.what() << '\n';
    return 1;
  }
  return 0;
}
