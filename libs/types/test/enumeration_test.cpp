#include <utility>

#include <pgpipe/types/types.hpp>

#include "values.hpp"

namespace pgpipe::types {
namespace paint {

enum class color { red, green };
enum class other { one };

}  // namespace paint

using paint::color;
using paint::other;

template <>
struct enum_labels<color> {
  static constexpr std::pair<color, std::string_view> all[] = {{color::red, "red"}, {color::green, "dark green"}};
};

namespace {

static_assert(labelled_enum<color> && !labelled_enum<other>);

TEST(Enumeration, IsItsLabelInBothFormats) {
  EXPECT_EQ(text_of(color::green), "dark green");
  EXPECT_EQ(hex_of(color::red, 16384), "726564");
  EXPECT_EQ(from_text<color>("dark green", 16384).value(), color::green);
  EXPECT_EQ(from_binary<color>("726564", 16384).value(), color::red);
  EXPECT_EQ(from_text<color>("red", oid::text).value(), color::red);
  EXPECT_EQ(text_of(std::vector{color::red, color::green}, 16385), R"x({"red","dark green"})x");
  EXPECT_EQ(from_text<std::vector<color>>(R"x({red,"dark green"})x", 16385).value(),
            (std::vector{color::red, color::green}));
}

TEST(Enumeration, HasNoOtherLabels) {
  EXPECT_EQ(error_of(from_text<color>("blue", 16384)),
            "the value of type with OID 16384 does not fit pgpipe::types::paint::color");
  EXPECT_EQ(text_of(static_cast<color>(7)),
            "the pgpipe::types::paint::color value does not fit a parameter of type that is not known");
  EXPECT_EQ(error_of(from_text<color>("1", oid::int4)),
            "a value of type int4 in text format cannot be read as pgpipe::types::paint::color");
}

}  // namespace
}  // namespace pgpipe::types
