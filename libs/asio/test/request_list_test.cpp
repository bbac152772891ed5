#include "request_list.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace pgpipe::asio_client::detail {
namespace {

class noted_request final : public request {
 public:
  noted_request(std::uint64_t number, std::vector<std::uint64_t>& abandoned) : abandoned_(&abandoned) { id = number; }
  [[nodiscard]] bool is_ready() const override { return true; }
  result<statement_id> push(core&) override { return 0; }
  void take(statement_result&&) override {}
  void complete(std::optional<error>) override {}
  void abandon() noexcept override { abandoned_->push_back(id); }

 private:
  std::vector<std::uint64_t>* abandoned_;
};

TEST(RequestList, KeepsItsOrderAndAbandonsWhatIsLeft) {
  std::vector<std::uint64_t> abandoned;
  noted_request one(1, abandoned);
  noted_request two(2, abandoned);
  noted_request three(3, abandoned);
  noted_request four(4, abandoned);
  {
    request_list list;
    list.push_back(&two);
    list.push_back(&three);
    list.push_front(&one);
    request_list more;
    more.push_back(&four);
    list.append(more);
    EXPECT_TRUE(more.empty());
    EXPECT_EQ(list.size(), 4U);
    EXPECT_EQ(list.find(3), &three);
    EXPECT_EQ(list.find(5), nullptr);
    list.remove(&three);
    EXPECT_EQ(list.pop_front(), &one);
    EXPECT_EQ(list.front(), &two);
    list.remove(&four);
    list.push_back(&four);
    const request_list moved(std::move(list));
    EXPECT_EQ(moved.size(), 2U);
    EXPECT_TRUE(abandoned.empty());
  }
  EXPECT_EQ(abandoned, (std::vector<std::uint64_t>{2, 4}));
}

}  // namespace
}  // namespace pgpipe::asio_client::detail
