#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "bench/options.hpp"

// The statements that make pgbench's standard tables. Every function returns them in the order to run them.
namespace pgpipe::app::bench {

inline constexpr std::int64_t tellers_per_branch = 10;
inline constexpr std::int64_t accounts_per_branch = 100'000;

// From this scale on account numbers need 64 bits: 20,000 times 100,000 is close to 2^31.
inline constexpr int bigint_scale = 20'000;

// The tables that hold data, in the order in which they must be filled if foreign keys already exist.
enum class standard_table : std::uint8_t { branches, tellers, accounts };

[[nodiscard]] std::string_view table_name(standard_table table);
[[nodiscard]] std::int64_t row_count(standard_table table, int scale);

// All in one statement each, because of foreign keys.
[[nodiscard]] std::string drop_tables_sql();
[[nodiscard]] std::string truncate_tables_sql();

// The names of tablespaces must be quoted.
[[nodiscard]] std::vector<std::string> create_tables_sql(const init_options& options, int scale);
[[nodiscard]] std::string create_partition_sql(const init_options& options, int scale, int partition);

// Client-side data without COPY, a statement for each row, counted from 0; branches and tellers only.
[[nodiscard]] std::string insert_row_sql(standard_table table, std::int64_t row);

[[nodiscard]] std::string copy_sql(standard_table table, bool freeze);
[[nodiscard]] std::vector<std::string> insert_sql(int scale);
[[nodiscard]] std::vector<std::string> vacuum_sql();
[[nodiscard]] std::vector<std::string> primary_keys_sql(const init_options& options);
[[nodiscard]] std::vector<std::string> foreign_keys_sql();

}  // namespace pgpipe::app::bench
