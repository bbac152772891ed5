#include <pgpipe/protocol/ready_for_query.hpp>

#include "wire_bytes.hpp"

namespace pgpipe::protocol {
namespace {

TEST(ReadyForQuery, ReadsTheStatus) {
  for (const auto status : {transaction_status::idle, transaction_status::in_transaction, transaction_status::failed}) {
    const exact_bytes held(std::string(1, static_cast<char>(status)));
    ready_for_query message;
    ASSERT_TRUE(decode(held.span(), message));
    EXPECT_EQ(message.status, status);
  }
}

TEST(ReadyForQuery, HasADefiniteEnd) { expect_decodes_exactly<ready_for_query>("T"); }

TEST(ReadyForQuery, RefusesAnyOtherStatus) {
  EXPECT_FALSE(decodes<ready_for_query>("i"));
  EXPECT_FALSE(decodes<ready_for_query>(bytes("\0")));
}

}  // namespace
}  // namespace pgpipe::protocol
