#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pgpipe::protocol::testing {

// A regular expression over message letters, of letters, "|", "*" and "()", asked letter by letter what may come next.
// It knows nothing of the session's table: a conversation's shape is written down a second time in it.
class answer_grammar {
 public:
  using places = std::set<std::size_t>;  // where in the expression one may be

  explicit answer_grammar(std::string_view expression) : text_(expression) {
    edges_.resize(1);
    end_ = alternatives(0);
    here_ = closure({0});
  }

  [[nodiscard]] const places& here() const { return here_; }
  [[nodiscard]] bool at_end() const { return here_.contains(end_); }

  // Whether `letter` may come next and no other.
  [[nodiscard]] bool only_next(char letter) const {
    bool may_come = false;
    for (const std::size_t place : here_) {
      for (const edge& each : edges_[place]) {
        if (each.letter != free && each.letter != letter) return false;
        may_come |= each.letter == letter;
      }
    }
    return may_come;
  }

  // False, and nowhere any more, when the letter may not come here.
  bool step(char letter) {
    places next;
    for (const std::size_t place : here_) {
      for (const edge& each : edges_[place]) {
        if (each.letter == letter) next.insert(each.to);
      }
    }
    here_ = closure(next);
    return !here_.empty();
  }

 private:
  static constexpr int free = 256;  // an edge that takes no letter: no char has this value

  struct edge {
    int letter;
    std::size_t to;
  };

  std::size_t add() {
    edges_.emplace_back();
    return edges_.size() - 1;
  }

  std::size_t alternatives(std::size_t from) {
    const std::size_t end = add();
    for (;;) {
      edges_[sequence(from)].push_back({free, end});
      if (at_ == text_.size() || text_[at_] != '|') return end;
      ++at_;
    }
  }

  std::size_t sequence(std::size_t from) {
    while (at_ != text_.size() && text_[at_] != '|' && text_[at_] != ')') {
      const std::size_t begin = add();
      edges_[from].push_back({free, begin});
      std::size_t end = 0;
      if (text_[at_] == '(') {
        ++at_;
        end = alternatives(begin);
      } else {
        end = add();
        edges_[begin].push_back({text_[at_], end});
      }
      ++at_;
      if (at_ != text_.size() && text_[at_] == '*') {
        edges_[begin].push_back({free, end});
        edges_[end].push_back({free, begin});
        ++at_;
      }
      from = end;
    }
    return from;
  }

  [[nodiscard]] places closure(const places& of) const {
    places all = of;
    std::vector<std::size_t> open(of.begin(), of.end());
    while (!open.empty()) {
      const std::size_t place = open.back();
      open.pop_back();
      for (const edge& each : edges_[place]) {
        if (each.letter == free && all.insert(each.to).second) open.push_back(each.to);
      }
    }
    return all;
  }

  std::string text_;
  std::size_t at_ = 0;
  std::vector<std::vector<edge>> edges_;
  std::size_t end_ = 0;
  places here_;
};

}  // namespace pgpipe::protocol::testing
