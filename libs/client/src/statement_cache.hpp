#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include <pgpipe/base/error.hpp>
#include <pgpipe/client/prepared_statement.hpp>

namespace pgpipe::detail {

// Whether the server refused a statement because it has lost it, or because its columns have changed.
[[nodiscard]] bool tells_stale_plan(const error& why);

// A text that was asked before. Until the server has said that it parsed the statement, every use parses it again: an
// earlier error of its group may have made the server skip the Parse.
struct cached_statement {
  std::string key;
  std::string name;
  std::shared_ptr<const prepared_statement::description> what;  // nullptr: not known to be parsed
};

// Prepared statements by text, types of the parameters, and search_path where the server reports it: at most
// `capacity`, of which the one used longest ago makes room. A name is used again by what takes its owner's place, so
// each Parse is preceded by a Close, and no more names than `capacity` are ever in use.
class statement_cache {
 public:
  void set_capacity(std::size_t capacity);
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }

  // The entry, made where there is none, and now the one used last. The capacity is not 0.
  std::shared_ptr<cached_statement> find_or_make(std::string_view sql, std::span<const std::uint32_t> types,
                                                 std::string_view search_path);

  // Every statement is parsed again at its next use: the server has lost one, or a plan's result has changed.
  void forget_all();

 private:
  void build_key(std::string_view sql, std::span<const std::uint32_t> types, std::string_view search_path);

  std::size_t capacity_ = 0;
  std::size_t names_made_ = 0;
  std::string key_;                                       // of the one looked for
  std::list<std::shared_ptr<cached_statement>> entries_;  // the one used last is the first
  std::unordered_map<std::string_view, std::list<std::shared_ptr<cached_statement>>::iterator> by_key_;
};

}  // namespace pgpipe::detail
