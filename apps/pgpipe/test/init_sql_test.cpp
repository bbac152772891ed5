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

TEST(InitSql, PartitionsByRange) {
  init_options options;
  options.partitions = 3;
  options.partition_method = partition_method::range;
  EXPECT_THAT(create_tables_sql(options, 2)[2], testing::EndsWith("filler char(84)) partition by range (aid)"));
  const std::string create = "create table pgbench_accounts_";
  EXPECT_EQ(create_partition_sql(options, 2, 1),
            create + "1 partition of pgbench_accounts for values from (minvalue) to (66668) with (fillfactor=100)");
  EXPECT_EQ(create_partition_sql(options, 2, 2),
            create + "2 partition of pgbench_accounts for values from (66668) to (133335) with (fillfactor=100)");
  EXPECT_EQ(create_partition_sql(options, 2, 3),
            create + "3 partition of pgbench_accounts for values from (133335) to (maxvalue) with (fillfactor=100)");
  options.partitions = 1;
  EXPECT_THAT(create_partition_sql(options, 1, 1), HasSubstr("from (minvalue) to (maxvalue)"));
}

TEST(InitSql, PartitionsByHash) {
  init_options options;
  options.partitions = 2;
  options.partition_method = partition_method::hash;
  options.fillfactor = 50;
  EXPECT_THAT(create_tables_sql(options, 2)[2], testing::EndsWith(" partition by hash (aid)"));
  EXPECT_EQ(create_partition_sql(options, 1, 2),
            "create table pgbench_accounts_2 partition of pgbench_accounts for values with (modulus 2, remainder 1) "
            "with (fillfactor=50)");
}

TEST(InitSql, UnloggedPartitionedTablesDependOnTheVersion) {
  init_options options;
  options.unlogged_tables = true;
  options.partitions = 2;
  options.partition_method = partition_method::hash;
  const auto unlogged = [&] {
    std::string which;
    for (const std::string& each : create_tables_sql(options, 1))
      which += each.starts_with("create unlogged") ? 'u' : 'l';
    return which;
  };
  EXPECT_EQ(unlogged(), "uulu");
  options.behaviour = compatibility(17);
  EXPECT_EQ(unlogged(), "uuuu");
  options.behaviour = compatibility(18);
  EXPECT_EQ(unlogged(), "llll");
  EXPECT_THAT(create_partition_sql(options, 1, 1), StartsWith("create unlogged table pgbench_accounts_1 "));
}

TEST(InitSql, Tablespaces) {
  init_options options;
  options.tablespace = "\"of tables\"";
  options.index_tablespace = "i";
  for (const std::string& each : create_tables_sql(options, 1)) {
    EXPECT_TRUE(each.ends_with(" tablespace \"of tables\"")) << each;
  }
  for (const std::string& each : primary_keys_sql(options)) {
    EXPECT_TRUE(each.ends_with(") using index tablespace i")) << each;
  }
}

TEST(InitSql, RowsOneByOne) {
  EXPECT_EQ(insert_row_sql(standard_table::branches, 0), "insert into pgbench_branches(bid,bbalance) values(1,0)");
  EXPECT_EQ(insert_row_sql(standard_table::tellers, 10),
            "insert into pgbench_tellers(tid,bid,tbalance) values (11,2,0)");
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
