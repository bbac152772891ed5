#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <pgpipe/asio/detail/asks.hpp>
#include <pgpipe/client/parameter.hpp>
#include <pgpipe/client/pipeline.hpp>
#include <pgpipe/client/prepared_statement.hpp>
#include <pgpipe/client/statement_result.hpp>

namespace pgpipe::asio_client {

namespace detail {

class batch_item {
 public:
  batch_item() = default;
  batch_item(const batch_item&) = delete;
  batch_item& operator=(const batch_item&) = delete;
  virtual ~batch_item() = default;
  virtual result<statement_id> push(core& to, bool alone) const = 0;
};

result<statement_id> push_item(core& to, bool alone, std::string_view sql, parameters arguments);
result<statement_id> push_item(core& to, bool alone, const prepared_statement& statement, parameters arguments);

template <typename Statement, typename... Owned>
class batch_statement final : public batch_item {
 public:
  batch_statement(Statement statement, std::tuple<Owned...> arguments)
      : statement_(std::move(statement)), arguments_(std::move(arguments)) {}
  result<statement_id> push(core& to, bool alone) const override {
    return std::apply(
        [&](const auto&... each) {
          const std::array<parameter, sizeof...(Owned)> bound{parameter(each)...};
          return push_item(to, alone, statement_, bound);
        },
        arguments_);
  }

 private:
  Statement statement_;
  std::tuple<Owned...> arguments_;
};

}  // namespace detail

// Statements that go one behind the other, for requests::run(): `atomic`, as one implicit transaction of which all
// commits or nothing, or `isolated`, each by itself. Nothing of other callers comes between them.
class batch {
 public:
  explicit batch(group_scope scope = group_scope::atomic) : scope_(scope) {}

  template <typename... Arguments>
  batch& push(std::string_view sql, Arguments&&... arguments) {
    return add(std::string(sql), std::forward<Arguments>(arguments)...);
  }
  template <typename... Arguments>
  batch& push(const prepared_statement& statement, Arguments&&... arguments) {
    return add(statement, std::forward<Arguments>(arguments)...);
  }

  [[nodiscard]] group_scope scope() const { return scope_; }
  [[nodiscard]] std::size_t size() const { return items_.size(); }
  [[nodiscard]] const detail::batch_item& operator[](std::size_t i) const { return *items_[i]; }

 private:
  template <typename Statement, typename... Arguments>
  batch& add(Statement statement, Arguments&&... arguments) {
    using item = detail::batch_statement<Statement, detail::owned_t<Arguments>...>;
    items_.push_back(
        std::make_shared<const item>(std::move(statement), detail::own_all(std::forward<Arguments>(arguments)...)));
    return *this;
  }

  group_scope scope_;
  std::vector<std::shared_ptr<const detail::batch_item>> items_;
};

namespace detail {

class batch_ask {
 public:
  using value_type = std::vector<statement_result>;
  explicit batch_ask(batch what) : batch_(std::move(what)) {}
  result<statement_id> push(core& to, request& by);
  void take(statement_result&& each) { results_.push_back(std::move(each)); }
  result<std::vector<statement_result>> finish() { return std::move(results_); }

 private:
  batch batch_;
  std::vector<statement_result> results_;
};

}  // namespace detail
}  // namespace pgpipe::asio_client
