#include "bench/init_sql.hpp"

#include <fmt/format.h>

namespace pgpipe::app::bench {
namespace {

constexpr std::string_view all_tables = "pgbench_accounts, pgbench_branches, pgbench_history, pgbench_tellers";

}  // namespace

std::string_view table_name(standard_table table) {
  switch (table) {
    case standard_table::branches: return "pgbench_branches";
    case standard_table::tellers: return "pgbench_tellers";
    case standard_table::accounts: return "pgbench_accounts";
  }
  return {};
}

std::int64_t row_count(standard_table table, int scale) {
  switch (table) {
    case standard_table::branches: return scale;
    case standard_table::tellers: return scale * tellers_per_branch;
    case standard_table::accounts: return scale * accounts_per_branch;
  }
  return 0;
}

std::string drop_tables_sql() { return fmt::format("drop table if exists {}", all_tables); }
std::string truncate_tables_sql() { return fmt::format("truncate table {}", all_tables); }

std::vector<std::string> create_tables_sql(const init_options& options, int scale) {
  const std::string_view create = options.unlogged_tables ? "create unlogged table" : "create table";
  const std::string_view aid = scale >= bigint_scale ? "bigint" : "int";
  const std::string fill = fmt::format(" with (fillfactor={})", options.fillfactor);
  return {
      fmt::format("{} pgbench_history(tid int,bid int,aid {},delta int,mtime timestamp,filler char(22))", create, aid),
      fmt::format("{} pgbench_tellers(tid int not null,bid int,tbalance int,filler char(84)){}", create, fill),
      fmt::format("{} pgbench_accounts(aid {} not null,bid int,abalance int,filler char(84)){}", create, aid, fill),
      fmt::format("{} pgbench_branches(bid int not null,bbalance int,filler char(88)){}", create, fill),
  };
}

std::string copy_sql(standard_table table, bool freeze) {
  return fmt::format("copy {} from stdin{}", table_name(table), freeze ? " with (freeze on)" : "");
}

std::vector<std::string> insert_sql(int scale) {
  return {
      fmt::format("insert into pgbench_branches(bid,bbalance) select bid, 0 from generate_series(1, {}) as bid",
                  row_count(standard_table::branches, scale)),
      fmt::format("insert into pgbench_tellers(tid,bid,tbalance) select tid, (tid - 1) / {} + 1, 0 "
                  "from generate_series(1, {}) as tid",
                  tellers_per_branch, row_count(standard_table::tellers, scale)),
      fmt::format("insert into pgbench_accounts(aid,bid,abalance,filler) select aid, (aid - 1) / {} + 1, 0, '' "
                  "from generate_series(1, {}) as aid",
                  accounts_per_branch, row_count(standard_table::accounts, scale)),
  };
}

std::vector<std::string> vacuum_sql() {
  return {"vacuum analyze pgbench_branches", "vacuum analyze pgbench_tellers", "vacuum analyze pgbench_accounts",
          "vacuum analyze pgbench_history"};
}

std::vector<std::string> primary_keys_sql() {
  return {"alter table pgbench_branches add primary key (bid)", "alter table pgbench_tellers add primary key (tid)",
          "alter table pgbench_accounts add primary key (aid)"};
}

std::vector<std::string> foreign_keys_sql() {
  const auto add = [](std::string_view table, std::string_view column, std::string_view referenced) {
    return fmt::format(
        "alter table pgbench_{0} add constraint pgbench_{0}_{1}_fkey foreign key ({1}) "
        "references pgbench_{2}",
        table, column, referenced);
  };
  return {add("tellers", "bid", "branches"), add("accounts", "bid", "branches"), add("history", "bid", "branches"),
          add("history", "tid", "tellers"), add("history", "aid", "accounts")};
}

}  // namespace pgpipe::app::bench
