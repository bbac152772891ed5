#include "bench/init_sql.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pgpipe::app::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST(InitSql, RowsScale) {
  EXPECT_EQ(row_count(standard_table::branches, 3), 3);
  EXPECT_EQ(row_count(standard_table::tellers, 3), 30);
  EXPECT_EQ(row_count(standard_table::accounts, 2'147'483'647), 214'748'364'700'000);
}

TEST(InitSql, TablesWithDefaults) {
  EXPECT_THAT(
      create_tables_sql({}, 1),
      ElementsAre("create table pgbench_history(tid int,bid int,aid int,delta int,mtime timestamp,filler char(22))",
                  "create table pgbench_tellers(tid int not null,bid int,tbalance int,filler char(84)) "
                  "with (fillfactor=100)",
                  "create table pgbench_accounts(aid int not null,bid int,abalance int,filler char(84)) "
                  "with (fillfactor=100)",
                  "create table pgbench_branches(bid int not null,bbalance int,filler char(88)) "
                  "with (fillfactor=100)"));
}

TEST(InitSql, TablesWithOptions) {
  init_options options;
  options.unlogged_tables = true;
  options.fillfactor = 70;
  const auto tables = create_tables_sql(options, 20'000);
  EXPECT_THAT(tables[0], StartsWith("create unlogged table pgbench_history(tid int,bid int,aid bigint,"));
  EXPECT_THAT(tables[2], StartsWith("create unlogged table pgbench_accounts(aid bigint not null,"));
  EXPECT_THAT(tables[2], HasSubstr("with (fillfactor=70)"));
  EXPECT_THAT(create_tables_sql(options, 19'999)[2], HasSubstr("(aid int not null,"));
}

TEST(InitSql, Copy) {
  EXPECT_EQ(copy_sql(standard_table::tellers, false), "copy pgbench_tellers from stdin");
  EXPECT_EQ(copy_sql(standard_table::accounts, true), "copy pgbench_accounts from stdin with (freeze on)");
}

TEST(InitSql, ServerSideData) {
  EXPECT_THAT(
      insert_sql(2),
      ElementsAre("insert into pgbench_branches(bid,bbalance) select bid, 0 from generate_series(1, 2) as bid",
                  "insert into pgbench_tellers(tid,bid,tbalance) select tid, (tid - 1) / 10 + 1, 0 "
                  "from generate_series(1, 20) as tid",
                  "insert into pgbench_accounts(aid,bid,abalance,filler) select aid, (aid - 1) / 100000 + 1, 0, '' "
                  "from generate_series(1, 200000) as aid"));
}

TEST(InitSql, ForeignKeys) {
  const auto keys = foreign_keys_sql();
  ASSERT_EQ(keys.size(), 5U);
  EXPECT_EQ(keys[0],
            "alter table pgbench_tellers add constraint pgbench_tellers_bid_fkey foreign key (bid) "
            "references pgbench_branches");
  EXPECT_EQ(keys[4],
            "alter table pgbench_history add constraint pgbench_history_aid_fkey foreign key (aid) "
            "references pgbench_accounts");
}

}  // namespace
}  // namespace pgpipe::app::bench
