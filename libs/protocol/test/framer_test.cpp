#include <pgpipe/protocol/framer.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

struct outcome {
  framing kind;
  frame message;
  std::size_t wanted;
};

outcome cut(const exact_bytes& input) {
  outcome out{};
  out.kind = next_frame(input.span(), out.message, out.wanted);
  return out;
}

TEST(Framer, CutsOneMessageOffTheFront) {
  const exact_bytes input(from_hex("5a0000000549") + "T");
  const outcome seen = cut(input);
  EXPECT_EQ(seen.kind, framing::complete);
  EXPECT_EQ(seen.message.type, backend::ready_for_query);
  EXPECT_EQ(as_text(seen.message.body), "I");
  EXPECT_EQ(seen.message.body.data(), input.span().data() + 5);
  EXPECT_EQ(seen.message.size(), 6U);
}

TEST(Framer, WaitsForEveryByte) {
  const std::string message = from_hex("440000000d0001") + from_hex("00000003616263");
  for (std::size_t n = 0; n != message.size(); ++n) {
    const outcome seen = cut(exact_bytes(std::string_view(message).substr(0, n)));
    EXPECT_EQ(seen.kind, framing::incomplete) << n;
    EXPECT_EQ(seen.wanted, n < 5 ? 0U : message.size()) << n;
  }
  EXPECT_EQ(cut(exact_bytes(message)).kind, framing::complete);
}

TEST(Framer, CutsMessagesWithoutABody) {
  const exact_bytes input(from_hex("3100000004"));
  const outcome seen = cut(input);
  EXPECT_EQ(seen.kind, framing::complete);
  EXPECT_TRUE(seen.message.body.empty());
}

TEST(Framer, RefusesATypeAtItsFirstByte) {
  EXPECT_EQ(cut(exact_bytes("@")).kind, framing::bad_type);
  EXPECT_EQ(cut(exact_bytes("HTTP/1.1 400")).kind, framing::bad_length);
  EXPECT_EQ(cut(exact_bytes(bytes("\0"))).kind, framing::bad_type);
  EXPECT_EQ(cut(exact_bytes("\xff")).kind, framing::bad_type);
}

TEST(Framer, RefusesALengthBeforeTheBodyArrives) {
  for (const char* hex : {"5a00000003", "5400000000", "44ffffffff", "4480000000", "447fffffff", "3100000005",
                          "5a00000006", "4b00000109", "5400fffff0", "4400000005"}) {
    EXPECT_EQ(cut(exact_bytes(from_hex(hex))).kind, framing::bad_length) << hex;
  }
}

TEST(Framer, RefusesTextWhereAMessageIsDue) {
  EXPECT_EQ(cut(exact_bytes("Could not fork new process")).kind, framing::bad_length);
}

}  // namespace
}  // namespace pgpipe::protocol
