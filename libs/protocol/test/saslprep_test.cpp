#include <gtest/gtest.h>

#include <pgpipe/protocol/saslprep.hpp>

namespace pgpipe::protocol {
namespace {

// RFC 4013, section 3.
TEST(Saslprep, FollowsTheStandardsExamples) {
  EXPECT_EQ(saslprep("I\xc2\xadX"), "IX");    // soft hyphen: mapped to nothing
  EXPECT_EQ(saslprep("user"), "user");        // no change
  EXPECT_EQ(saslprep("USER"), "USER");        // case kept
  EXPECT_EQ(saslprep("\xc2\xaa"), "a");       // NFKC
  EXPECT_EQ(saslprep("\xe2\x85\xa8"), "IX");  // NFKC
}

TEST(Saslprep, ComposesAndTurnsOtherSpacesIntoSpaces) {
  EXPECT_EQ(saslprep("cafe\xcc\x81"), "caf\xc3\xa9");
  EXPECT_EQ(saslprep("a\xc2\xa0z\xe3\x80\x80q"), "a z q");
  EXPECT_EQ(saslprep("ab  cd ef"), "ab  cd ef");
}

TEST(Saslprep, UsesWhatItRefusesAsItIs) {
  const std::string control =
      "foo\x07"
      "bar\xc2\xaa";
  EXPECT_EQ(saslprep("foo\x07"
                     "bar"),
            "foo\x07"
            "bar");
  EXPECT_EQ(saslprep(control), control);  // prohibited, so nothing else is mapped either
  EXPECT_EQ(saslprep("foo\xd8\xa7"
                     "1bar"),
            "foo\xd8\xa7"
            "1bar");  // both directions of writing
  EXPECT_EQ(saslprep("\xd8\xa7"
                     "1"),
            "\xd8\xa7"
            "1");  // ends in the wrong direction
}

TEST(Saslprep, UsesUnassignedCharactersAsTheyAre) {
  const std::string unassigned = "\xc8\xa1\xc2\xaa";  // U+0221 was not assigned in Unicode 3.2
  EXPECT_EQ(saslprep(unassigned), unassigned);
}

TEST(Saslprep, UsesWhatIsNotUtf8AsItIs) {
  for (const char* text : {"caf\xe9", "\xc3", "\xff\xfe", "a\xc0\x80", "\xed\xa0\x80", "\xf8\x88\x80\x80\x80"}) {
    EXPECT_EQ(saslprep(text), text);
  }
  EXPECT_EQ(saslprep(std::string("\xc2\xaa\0x", 4)), std::string("\xc2\xaa\0x", 4));
}

TEST(Saslprep, KeepsAPasswordThatWouldVanish) {
  EXPECT_EQ(saslprep("\xc2\xad"), "\xc2\xad");
  EXPECT_EQ(saslprep(""), "");
}

TEST(Saslprep, TakesLongPasswords) {
  std::string written;
  std::string prepared;
  for (int i = 0; i != 3000; ++i) written += "\xc2\xaa", prepared += 'a';
  EXPECT_EQ(saslprep(written), prepared);
}

}  // namespace
}  // namespace pgpipe::protocol
