#include "round_trip.hpp"

namespace pgpipe::test {

struct book {
  int id = 0;
  std::string title;
  std::optional<double> price;
  friend bool operator==(const book&, const book&) = default;
};

namespace {

class TypedRows : public RoundTrip {
 protected:
  statement_result books_ =
      value_or_throw(connection_.query("values (1, 'Dune', 9.5::float8), (2, 'Emma', null), (3, 'Ulysses', 1)"));
};

TEST_F(TypedRows, AreTuples) {
  std::string titles;
  int sum = 0;
  for (auto [id, title, price] : books_.as<int, std::string_view, std::optional<double>>()) {
    sum += id;
    titles += title;
    EXPECT_EQ(price.has_value(), id != 2);
  }
  EXPECT_EQ(sum, 6);
  EXPECT_EQ(titles, "DuneEmmaUlysses");
}

TEST_F(TypedRows, AreRangesOfFields) {
  std::vector<std::string> fields;
  for (const row each : books_) {
    for (const field_view value : each) fields.emplace_back(value.is_null() ? "NULL" : value.text());
  }
  EXPECT_EQ(fields, (std::vector<std::string>{"1", "Dune", "9.5", "2", "Emma", "NULL", "3", "Ulysses", "1"}));
}

TEST_F(TypedRows, AreStructs) {
  std::vector<book> read;
  for (const book& each : books_.as<book>()) read.push_back(each);
  EXPECT_EQ(read, (std::vector<book>{{1, "Dune", 9.5}, {2, "Emma", std::nullopt}, {3, "Ulysses", 1}}));
  EXPECT_EQ(value_or_throw(books_.decode_as<book>()), read);
  EXPECT_EQ(books_[1].as<book>(), read[1]);
  EXPECT_EQ((books_[2].as<std::tuple<int, std::string, double>>()), std::tuple(3, "Ulysses", 1.0));
}

TEST_F(TypedRows, OfOneColumnAreItsValues) {
  const auto numbers = value_or_throw(connection_.query("select generate_series(1, 4)"));
  int sum = 0;
  for (const int each : numbers.as<int>()) sum += each;
  EXPECT_EQ(sum, 10);
}

std::string thrown_by(auto&& work) {
  try {
    work();
  } catch (const exception& cause) {
    return cause.what();
  }
  return "nothing";
}

TEST_F(TypedRows, NameWhatDoesNotFit) {
  EXPECT_EQ(thrown_by([&] { std::ignore = books_.as<int, std::string>(); }),
            "the result has 3 columns, 2 are asked for");
  EXPECT_EQ(thrown_by([&] {
              for (auto each : books_.as<int, std::string, double>()) std::ignore = each;
            }),
            "row 1: column \"column3\": NULL cannot be read as double; std::optional has a place for it");
  EXPECT_EQ((books_.decode_as<int, int, double>().error().text()),
            "row 0: column \"column2\": a value of type text in text format cannot be read as int32");
  EXPECT_EQ(books_[0].decode_as<int>().error().text(), "the result has 3 columns, 1 is asked for");
  const auto none = value_or_throw(connection_.query("select 1 where false"));
  EXPECT_EQ(thrown_by([&] { std::ignore = none.as<int, int>(); }), "the result has 1 column, 2 are asked for");
}

}  // namespace
}  // namespace pgpipe::test
