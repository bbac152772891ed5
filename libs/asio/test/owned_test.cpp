#include <array>
#include <memory>

#include <gtest/gtest.h>

#include <pgpipe/asio/detail/owned.hpp>

namespace pgpipe::asio_client::detail {
namespace {

TEST(Owned, ViewsBecomeCopies) {
  static_assert(std::is_same_v<owned_t<std::string_view&>, std::string>);
  static_assert(std::is_same_v<owned_t<const char(&)[3]>, std::optional<std::string>>);
  static_assert(std::is_same_v<owned_t<std::optional<std::string_view>>, std::optional<std::string>>);
  static_assert(std::is_same_v<owned_t<std::span<const std::byte>>, std::vector<std::byte>>);
  static_assert(std::is_same_v<owned_t<const int&>, int>);
  const std::string text = "text";
  EXPECT_EQ(to_owned(std::string_view(text)), text);
  EXPECT_EQ(to_owned("ab"), "ab");
  const char* null = nullptr;
  EXPECT_EQ(to_owned(null), std::nullopt);
  const std::array<std::byte, 2> bytes{std::byte{1}, std::byte{2}};
  EXPECT_EQ(to_owned(std::span(bytes)).size(), 2U);
  EXPECT_EQ(to_owned(std::optional<std::string_view>(text)), text);
  EXPECT_EQ(to_owned(std::optional<std::string_view>()), std::nullopt);
}

TEST(Owned, ValuesAreMovedWhereTheyMay) {
  auto moved = std::make_unique<int>(5);
  EXPECT_EQ(*to_owned(std::move(moved)), 5);
  EXPECT_EQ(moved, nullptr);
}

}  // namespace
}  // namespace pgpipe::asio_client::detail
