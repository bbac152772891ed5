#include "statement_cache.hpp"

#include <utility>

namespace pgpipe::detail {

// Entries beyond a smaller capacity go as others take their place; the server keeps the statements themselves.
void statement_cache::set_capacity(std::size_t capacity) {
  capacity_ = capacity;
  if (capacity != 0) return;
  by_key_.clear();
  entries_.clear();
}

void statement_cache::build_key(std::string_view sql, std::span<const std::uint32_t> types,
                                std::string_view search_path) {
  key_.clear();
  for (const std::uint32_t each : types) key_.append(reinterpret_cast<const char*>(&each), sizeof each);
  key_ += static_cast<char>(types.size());  // so that no text can look like a type
  key_ += search_path;
  key_ += '\0';
  key_ += sql;
}

std::shared_ptr<cached_statement> statement_cache::find_or_make(std::string_view sql,
                                                                std::span<const std::uint32_t> types,
                                                                std::string_view search_path) {
  build_key(sql, types, search_path);
  if (const auto found = by_key_.find(key_); found != by_key_.end()) {
    entries_.splice(entries_.begin(), entries_, found->second);
    return entries_.front();
  }
  auto made = std::make_shared<cached_statement>();
  made->key = key_;
  if (entries_.size() < capacity_) {
    made->name = "pgpipe_cached_" + std::to_string(++names_made_);
  } else {
    made->name = entries_.back()->name;
    by_key_.erase(entries_.back()->key);
    entries_.pop_back();
  }
  entries_.push_front(made);
  by_key_.emplace(made->key, entries_.begin());
  return made;
}

void statement_cache::forget_all() {
  for (const auto& each : entries_) each->what.reset();
}

}  // namespace pgpipe::detail
