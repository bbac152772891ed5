#include "report/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/assets.hpp"

namespace pgpipe::app::report {
namespace {

using testing::HasSubstr;
using testing::Not;
using json = nlohmann::ordered_json;

TEST(Embeddable, NothingIsLeftThatHtmlWouldTakeForItsOwn) {
  const json value = {{"</script>", "<!-- & ]]> \u2028 \u00e4"}};
  const std::string text = embeddable(value);
  for (const char* each : {"<", ">", "&", "\u2028", "\u00e4"}) EXPECT_THAT(text, Not(HasSubstr(each)));
  EXPECT_EQ(json::parse(text), value);
}

TEST(Embeddable, TextThatIsNoUtf8IsReplaced) { EXPECT_EQ(json::parse(embeddable(json("a\xff"))), json("a\ufffd")); }

TEST(EscapeHtml, MarkupIsText) { EXPECT_EQ(escape_html("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;"); }

TEST(Page, HasAllOfItsPartsOnce) {
  if (asset("page.html").empty()) GTEST_SKIP() << "built without the report";
  const std::string page = make_page({{"a {{style}} b", json{{"format", "x"}}}});
  EXPECT_THAT(page, testing::StartsWith("<!doctype html>"));
  EXPECT_THAT(page, HasSubstr(std::string(asset("uPlot.js"))));
  EXPECT_THAT(page, HasSubstr("{\"name\":\"a {{style}} b\",\"result\":{\"format\":\"x\"}}"));
  EXPECT_THAT(page, Not(HasSubstr("{{script}}")));
  EXPECT_THAT(page, testing::ContainsRegex("script-src 'sha256-[A-Za-z0-9+/]*=' 'sha256-[A-Za-z0-9+/]*='"));
  EXPECT_THAT(page, HasSubstr("Permission is hereby granted"));
}

TEST(Assets, AnUnknownOneIsEmpty) { EXPECT_EQ(asset("nothing"), ""); }

}  // namespace
}  // namespace pgpipe::app::report
