#include "bench/init_sql.hpp"

#include <fmt/format.h>

namespace pgpipe::app::bench {
namespace {

std::string_view to_string(partition_method method) { return method == partition_method::hash ? "hash" : "range"; }

// Not before version 18 did pgbench know that a partitioned table cannot be unlogged, and then it left all tables
// logged. Servers before 18 take the word.
bool is_unlogged(const init_options& options, bool is_partitioned) {
  if (!options.unlogged_tables || options.partitions == 0 || !options.behaviour.is_at_least(18)) {
    return options.unlogged_tables;
  }
  return options.behaviour.allows_extras() && !is_partitioned;
}

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
  const auto create = [&](bool is_partitioned) {
    return is_unlogged(options, is_partitioned) ? "create unlogged table" : "create table";
  };
  const bool is_partitioned = options.partitions > 0;
  const std::string_view aid = scale >= bigint_scale ? "bigint" : "int";
  const std::string fill = fmt::format(" with (fillfactor={})", options.fillfactor);
  const std::string accounts_fill =
      is_partitioned ? fmt::format(" partition by {} (aid)", to_string(options.partition_method)) : fill;
  const std::string in = options.tablespace.empty() ? std::string() : " tablespace " + options.tablespace;
  return {
      fmt::format("{} pgbench_history(tid int,bid int,aid {},delta int,mtime timestamp,filler char(22)){}",
                  create(false), aid, in),
      fmt::format("{} pgbench_tellers(tid int not null,bid int,tbalance int,filler char(84)){}{}", create(false), fill,
                  in),
      fmt::format("{} pgbench_accounts(aid {} not null,bid int,abalance int,filler char(84)){}{}",
                  create(is_partitioned), aid, accounts_fill, in),
      fmt::format("{} pgbench_branches(bid int not null,bbalance int,filler char(88)){}{}", create(false), fill, in),
  };
}

// Ranges are of equal size but for the last, and open at both ends.
std::string create_partition_sql(const init_options& options, int scale, int partition) {
  std::string values;
  if (options.partition_method == partition_method::hash) {
    values = fmt::format("with (modulus {}, remainder {})", options.partitions, partition - 1);
  } else {
    const std::int64_t rows = row_count(standard_table::accounts, scale);
    const std::int64_t size = (rows + options.partitions - 1) / options.partitions;
    const auto bound = [&](int number, std::string_view open_end) {
      return number == 0 || number == options.partitions ? std::string(open_end) : std::to_string(number * size + 1);
    };
    values = fmt::format("from ({}) to ({})", bound(partition - 1, "minvalue"), bound(partition, "maxvalue"));
  }
  return fmt::format(
      "create {}table pgbench_accounts_{} partition of pgbench_accounts for values {} with (fillfactor={})",
      options.unlogged_tables ? "unlogged " : "", partition, values, options.fillfactor);
}

std::string insert_row_sql(standard_table table, std::int64_t row) {
  return table == standard_table::branches
             ? fmt::format("insert into pgbench_branches(bid,bbalance) values({},0)", row + 1)
             : fmt::format("insert into pgbench_tellers(tid,bid,tbalance) values ({},{},0)", row + 1,
                           row / tellers_per_branch + 1);
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

std::vector<std::string> primary_keys_sql(const init_options& options) {
  const std::string in =
      options.index_tablespace.empty() ? std::string() : " using index tablespace " + options.index_tablespace;
  return {"alter table pgbench_branches add primary key (bid)" + in,
          "alter table pgbench_tellers add primary key (tid)" + in,
          "alter table pgbench_accounts add primary key (aid)" + in};
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
