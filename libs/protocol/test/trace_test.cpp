#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include <pgpipe/protocol/trace.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

std::string traced(char direction, std::string_view message, unsigned flags = trace_suppress_timestamps) {
  std::string out;
  tracer trace(out, flags);
  const exact_bytes held(message);
  direction == 'F' ? trace.frontend(held.span()) : trace.backend(held.span());
  return out;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(file) << path;
  return text.str();
}

// The messages of a NAME.wire file, with the side that sent them.
std::vector<std::pair<char, std::string>> read_wire(const std::filesystem::path& path) {
  std::vector<std::pair<char, std::string>> messages;
  std::istringstream lines(read_file(path));
  for (std::string line; std::getline(lines, line);) messages.emplace_back(line[0], from_hex(line.substr(2)));
  return messages;
}

std::vector<std::filesystem::path> golden_traces() {
  std::vector<std::filesystem::path> found;
  for (const auto& each : std::filesystem::directory_iterator(PGPIPE_TEST_DATA_DIR "/golden")) {
    if (each.path().extension() == ".trace") found.push_back(each.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

class GoldenTrace : public testing::TestWithParam<std::filesystem::path> {
 protected:
  static unsigned flags() {
    const bool masked = !GetParam().stem().string().ends_with("_unmasked");
    return trace_suppress_timestamps | (masked ? trace_regress_mode : trace_everything);
  }
};

TEST_P(GoldenTrace, IsWhatLibpqWrites) {
  std::string out;
  tracer trace(out, flags());
  for (const auto& [direction, message] : read_wire(std::filesystem::path(GetParam()).replace_extension("wire"))) {
    const exact_bytes held(message);
    direction == 'F' ? trace.frontend(held.span()) : trace.backend(held.span());
  }
  EXPECT_EQ(out, read_file(GetParam()));
}

TEST_P(GoldenTrace, DoesNotDependOnTheCuts) {
  std::string out;
  tracer trace(out, flags());
  for (const auto& [direction, message] : read_wire(std::filesystem::path(GetParam()).replace_extension("wire"))) {
    for (const char c : message) {
      const exact_bytes held(std::string_view(&c, 1));
      direction == 'F' ? trace.frontend(held.span()) : trace.backend(held.span());
    }
  }
  EXPECT_EQ(out, read_file(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Libpq, GoldenTrace, testing::ValuesIn(golden_traces()),
                         [](const auto& test) { return test.param.stem().string(); });

TEST(Trace, TakesSeveralMessagesAtOnce) {
  EXPECT_EQ(traced('B', from_hex("3100000004 3200000004 5a0000000549 5a00000005")),
            "B\t4\tParseComplete\nB\t4\tBindComplete\nB\t5\tReadyForQuery\t I\n");
}

TEST(Trace, StampsEveryLine) {
  std::string out;
  tracer trace(out, trace_everything, [] { return std::string("2026-01-02 03:04:05.678901"); });
  trace.frontend(exact_bytes(from_hex("5300000004")).span());
  EXPECT_EQ(out, "2026-01-02 03:04:05.678901\tF\t4\tSync\n");
  out.clear();
  tracer suppressed(out, trace_suppress_timestamps, [] { return std::string("now"); });
  suppressed.frontend(exact_bytes(from_hex("5300000004")).span());
  EXPECT_EQ(out, "F\t4\tSync\n");
}

TEST(Trace, ShowsNoSecret) {
  EXPECT_EQ(traced('F', bytes("p\0\0\0\x0bsecret\0")), "F\t11\tPasswordMessage\t\n");
  EXPECT_EQ(traced('B', bytes("R\0\0\0\x0c\0\0\0\5salt")), "B\t12\tAuthentication\t 5\n");
  EXPECT_EQ(traced('B', bytes("K\0\0\0\x0c\0\0\0\7keys")), "B\t12\tBackendKeyData\t 7\n");
}

TEST(Trace, WritesMessagesWithoutAType) {
  std::string out;
  tracer trace(out, trace_suppress_timestamps | trace_regress_mode);
  trace.untyped(exact_bytes(bytes("\0\0\0\x12\0\3\0\0user\0joe\0\0")).span());
  trace.untyped(exact_bytes(from_hex("0000000804d2162f")).span());
  trace.untyped(exact_bytes(from_hex("0000001004d2162e00000007deadbeef")).span());
  trace.untyped(exact_bytes(from_hex("00000004")).span());
  EXPECT_EQ(out,
            "F\t18\tStartupMessage\t 3 0 \"user\" \"joe\"\nF\t8\tSSLRequest\t 1234 5679\n"
            "F\t16\tCancelRequest\t 1234 5678 NNNN\n");
}

// As seen in PQfn's trace, which ends there.
TEST(Trace, WritesFunctionCalls) {
  constexpr unsigned masked = trace_suppress_timestamps | trace_regress_mode;
  const std::string call = from_hex("4600000018 00000575 0001 0001 0001 00000004fffffffb 0001");
  EXPECT_EQ(traced('F', call), "F\t24\tFunctionCall\t 1397 1 1 1 4 '\\xff\\xff\\xff\\xfb' 1\n");
  EXPECT_EQ(traced('F', call, masked), "F\t24\tFunctionCall\t NNNN 1 1 1 4 '\\xff\\xff\\xff\\xfb' 1\n");
  EXPECT_EQ(traced('B', from_hex("560000000c0000000400000005")),
            "B\t12\tFunctionCallResponse\t 4 '\\x00\\x00\\x00\\x05'\n");
}

TEST(Trace, SaysWhatItCannotRead) {
  EXPECT_EQ(traced('B', from_hex("4000000007616263")),
            "B\t7\tUnknown message: 40\nmismatched message length: consumed 4, expected 7\n");
  EXPECT_EQ(traced('B', from_hex("5a000000064954")),
            "B\t6\tReadyForQuery\t I\nmismatched message length: consumed 5, expected 6\n");
}

TEST(Trace, StopsWhereAMessageBreaksOff) {
  EXPECT_EQ(traced('B', from_hex("440000000d0002000000ff616263")), "B\t13\tDataRow\t 2 255\n");
  EXPECT_EQ(traced('B', from_hex("4300000007616263")), "B\t7\tCommandComplete\t\n");
  EXPECT_EQ(traced('B', bytes("E\0\0\0\6Mx")), "B\t6\tErrorResponse\t M\n");
}

TEST(Trace, GivesUpADirectionThatLostItsFraming) {
  std::string out;
  tracer trace(out);
  trace.backend(exact_bytes(from_hex("3100000004 3100000003 3100000004")).span());
  trace.backend(exact_bytes(from_hex("3100000004")).span());
  trace.frontend(exact_bytes(from_hex("5300000004")).span());
  EXPECT_EQ(out, "B\t4\tParseComplete\nF\t4\tSync\n");
}

}  // namespace
}  // namespace pgpipe::protocol
