#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pgpipe/protocol/row_description.hpp>

namespace pgpipe {

// The format in which a prepared statement's results come.
enum class result_format : std::uint8_t {
  text,
  // Columns whose type the library reads in binary come so, others as text. What is read by its type reads the same
  // either way, for less work on both sides; but a number, a date or an array in binary is no longer a string. Only for
  // statements whose columns cannot change without an error; FETCH, EXECUTE, CALL, EXPLAIN and SHOW give text.
  binary_where_known,
};

// A statement that the server has parsed and that has described itself once. It belongs to the connection that made it,
// and is a light handle: copies name the same statement.
class prepared_statement {
 public:
  struct description {
    std::string name;
    std::vector<std::uint32_t> parameter_types;          // OIDs
    std::shared_ptr<const protocol::row_shape> columns;  // nullptr: it returns no rows
    result_format results = result_format::text;
    bool described_once = false;       // its columns cannot change without an error, so executions need no Describe
    std::vector<std::byte> bind_head;  // what every Bind begins with, its length to be filled in
    std::vector<std::byte> result_formats;        // those of the columns, as a Bind says them; empty: all are text
    std::vector<std::byte> execute;               // what follows every Bind: Describe where needed, Execute
    std::vector<std::byte> bind_nothing_execute;  // both, whole, for a statement without parameters
  };

  explicit prepared_statement(std::shared_ptr<const description> what) : description_(std::move(what)) {}

  [[nodiscard]] const std::string& name() const { return description_->name; }
  [[nodiscard]] const std::vector<std::uint32_t>& parameter_types() const { return description_->parameter_types; }
  [[nodiscard]] const description& what() const { return *description_; }

 private:
  std::shared_ptr<const description> description_;
};

}  // namespace pgpipe
