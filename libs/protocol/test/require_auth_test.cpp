#include <string>

#include <gtest/gtest.h>

#include <pgpipe/protocol/require_auth.hpp>

namespace pgpipe::protocol {
namespace {

// The allowed methods' letters, in the order of auth_method.
std::string allowed(std::string_view text) {
  const result<auth_requirement> parsed = auth_requirement::parse(text);
  if (!parsed) {
    EXPECT_EQ(parsed.error().category(), error_category::usage);
    return parsed.error().text();
  }
  EXPECT_EQ(parsed->text(), text);
  std::string out;
  for (int i = 0; i != 7; ++i) {
    if (parsed->allows(static_cast<auth_method>(i))) out += "npmgsSo"[i];
  }
  return out;
}

TEST(RequireAuth, ListsWhatIsAllowed) {
  EXPECT_EQ(allowed(""), "npmgsSo");
  EXPECT_EQ(allowed("scram-sha-256"), "S");
  EXPECT_EQ(allowed("none"), "n");
  EXPECT_EQ(allowed("md5,password,none"), "npm");
  EXPECT_EQ(allowed("gss,sspi,oauth"), "gso");
}

TEST(RequireAuth, ListsWhatIsForbidden) {
  EXPECT_EQ(allowed("!password"), "nmgsSo");
  EXPECT_EQ(allowed("!none"), "pmgsSo");
  EXPECT_EQ(allowed("!password,!md5,!none"), "gsSo");
}

TEST(RequireAuth, RefusesWhatMakesNoSense) {
  const std::string methods = "password, md5, gss, sspi, scram-sha-256, oauth or none";
  EXPECT_EQ(allowed("scram"), "invalid require_auth value: \"scram\" is none of " + methods);
  EXPECT_EQ(allowed("MD5"), "invalid require_auth value: \"MD5\" is none of " + methods);
  EXPECT_EQ(allowed("md5,"), "invalid require_auth value: \"\" is none of " + methods);
  EXPECT_EQ(allowed("!"), "invalid require_auth value: \"!\" is none of " + methods);
  EXPECT_EQ(allowed("md5, none"), "invalid require_auth value: \" none\" is none of " + methods);
  EXPECT_EQ(allowed("md5,md5"), "invalid require_auth value: \"md5\" is given more than once");
  EXPECT_EQ(allowed("!md5,!none,!md5"), "invalid require_auth value: \"!md5\" is given more than once");
  EXPECT_EQ(allowed("md5,!none"), "invalid require_auth value: \"!none\" mixes methods with and without \"!\"");
  EXPECT_EQ(allowed("!md5,none"), "invalid require_auth value: \"none\" mixes methods with and without \"!\"");
}

}  // namespace
}  // namespace pgpipe::protocol
