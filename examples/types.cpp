// C++ types and PostgreSQL types: rows as structs, enums, composites, and a type of your own.
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "example.hpp"

using pgpipe::value_or_throw;
namespace types = pgpipe::types;

enum class mood { sad, ok };

template <>
struct pgpipe::types::enum_labels<mood> {
  static constexpr std::pair<mood, std::string_view> all[] = {{mood::sad, "sad"}, {mood::ok, "ok"}};
};

struct cents {
  std::int64_t count = 0;
};

template <>
struct pgpipe::types::codec<cents> {
  static constexpr std::string_view name = "cents";
  static constexpr std::uint32_t type = oid::int8;
  static constexpr format format_for(std::uint32_t parameter) { return codec<std::int64_t>::format_for(parameter); }
  static result<void> encode(writer auto& out, const cents& value, std::uint32_t parameter, format as) {
    return codec<std::int64_t>::encode(out, value.count, parameter, as);
  }
  static result<cents> decode(field_view value, std::uint32_t stored, format as) {
    return codec<std::int64_t>::decode(value, stored, as).map([](std::int64_t count) { return cents{count}; });
  }
};

namespace {

struct book {
  int id;
  std::string title;
  std::optional<types::numeric> price;
};

struct item {
  std::string name;
  std::optional<int> supplier;
  types::numeric price;
};

void rows_as_values(pgpipe::connection& connection) {
  using namespace std::chrono_literals;
  const auto books = value_or_throw(connection.query(
      "SELECT id, title, price FROM book WHERE published >= $1 ORDER BY id", std::chrono::sys_days(2024y / 1 / 1)));
  for (auto [id, title, price] : books.as<int, std::string_view, std::optional<types::numeric>>()) {
    std::printf("%d %s %s\n", id, std::string(title).c_str(), price ? price->to_string().c_str() : "-");
  }
  for (const book& each : books.as<book>()) std::printf("%s\n", each.title.c_str());
}

// Text is what results come in unless a prepared statement asks for more. What you read is the same.
void rows_in_binary(pgpipe::connection& connection) {
  const auto prices = value_or_throw(
      connection.prepare("SELECT id, price FROM book ORDER BY id", {}, pgpipe::result_format::binary_where_known));
  const auto rows = value_or_throw(connection.execute(prices));
  std::printf("%s\n", rows[0].get<types::numeric>("price").to_string().c_str());
}

void types_of_yours(pgpipe::connection& connection) {
  const auto stock = value_or_throw(connection.query("SELECT stock.item FROM stock"));
  const item first = stock[0].get<item>(0);
  std::printf("%s, %s, supplier %s\n", first.name.c_str(), first.price.to_string().c_str(),
              first.supplier ? std::to_string(*first.supplier).c_str() : "unknown");
  const auto echoed = value_or_throw(connection.query("SELECT $1::mood, $2::int8", mood::ok, cents{1234}));
  std::printf("%s, %d cents\n", echoed[0].get<mood>(0) == mood::ok ? "ok" : "sad",
              static_cast<int>(echoed[0].get<cents>(1).count));
}

void example(const char* conninfo) {
  pgpipe::connection connection = value_or_throw(pgpipe::connection::open(conninfo));
  value_or_throw(
      connection.exec("SET search_path = pg_temp; "
                      "CREATE TEMPORARY TABLE book (id int, title text, price numeric, published date); "
                      "INSERT INTO book VALUES (1, 'Emma', 9.90, '1815-12-23'), (2, 'News', 12.50, '2024-05-01'), "
                      "(3, 'Later', NULL, '2025-01-01'); "
                      "CREATE TYPE pg_temp.mood AS ENUM ('sad', 'ok'); "
                      "CREATE TYPE pg_temp.item AS (name text, supplier int, price numeric); "
                      "CREATE TEMPORARY TABLE stock (item pg_temp.item); "
                      "INSERT INTO stock VALUES (ROW('fuzzy dice', NULL, 1.99))"));
  rows_as_values(connection);
  rows_in_binary(connection);
  types_of_yours(connection);
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
