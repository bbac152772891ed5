#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <pgpipe/asio/detail/owned.hpp>
#include <pgpipe/asio/detail/request.hpp>
#include <pgpipe/client/parameter.hpp>
#include <pgpipe/client/prepared_statement.hpp>
#include <pgpipe/client/statement_result.hpp>

// What can be asked: each of these is the `Ask` of a request.
namespace pgpipe::asio_client::detail {

result<statement_id> push_query(core& to, request& by, std::string_view sql, parameters arguments);
result<statement_id> push_execute(core& to, const prepared_statement& statement, parameters arguments);

template <typename... Arguments>
std::tuple<owned_t<Arguments>...> own_all(Arguments&&... arguments) {
  return std::tuple<owned_t<Arguments>...>(to_owned(std::forward<Arguments>(arguments))...);
}

// One statement with a Sync of its own, and its result.
class lone_ask {
 public:
  using value_type = statement_result;
  void take(statement_result&& each) { result_ = std::move(each); }
  result<statement_result> finish() {
    if (result_.failure() != nullptr) return fail(*result_.failure());
    return std::move(result_);
  }

 private:
  statement_result result_;
};

template <typename... Owned>
class query_ask : public lone_ask {
 public:
  query_ask(std::string_view sql, std::tuple<Owned...> arguments) : sql_(sql), arguments_(std::move(arguments)) {}
  result<statement_id> push(core& to, request& by) {
    return std::apply(
        [&](const auto&... each) {
          const std::array<parameter, sizeof...(Owned)> bound{parameter(each)...};
          return push_query(to, by, sql_, bound);
        },
        arguments_);
  }

 private:
  std::string sql_;
  std::tuple<Owned...> arguments_;
};

template <typename... Owned>
class execute_ask : public lone_ask {
 public:
  execute_ask(prepared_statement statement, std::tuple<Owned...> arguments)
      : statement_(std::move(statement)), arguments_(std::move(arguments)) {}
  result<statement_id> push(core& to, request& by) {
    static_cast<void>(by);
    return std::apply(
        [&](const auto&... each) {
          const std::array<parameter, sizeof...(Owned)> bound{parameter(each)...};
          return push_execute(to, statement_, bound);
        },
        arguments_);
  }

 private:
  prepared_statement statement_;
  std::tuple<Owned...> arguments_;
};

class prepare_ask {
 public:
  using value_type = prepared_statement;
  prepare_ask(std::string_view sql, std::span<const std::uint32_t> types, result_format results);
  result<statement_id> push(core& to, request& by);
  void take(statement_result&& each);
  result<prepared_statement> finish();

 private:
  std::string sql_;
  std::vector<std::uint32_t> types_;
  std::shared_ptr<prepared_statement::description> what_;
  std::optional<error> failure_;
};

// What is only done, or not.
class plain_ask {
 public:
  using value_type = void;
  void take(statement_result&& each);
  result<void> finish();

 private:
  std::optional<error> failure_;
};

class close_statement_ask : public plain_ask {
 public:
  explicit close_statement_ask(prepared_statement statement) : statement_(std::move(statement)) {}
  result<statement_id> push(core& to, request& by);

 private:
  prepared_statement statement_;
};

// A round trip that asks nothing.
class check_ask : public plain_ask {
 public:
  static result<statement_id> push(core& to, request& by);
};

// A simple Query. Its results come in by the core's one list of them.
class exec_ask {
 public:
  using value_type = std::vector<statement_result>;
  explicit exec_ask(std::string_view sql) : sql_(sql) {}
  result<statement_id> push(core& to, request& by);
  void take(statement_result&& each);
  result<std::vector<statement_result>> finish();

 private:
  std::string sql_;
  core* core_ = nullptr;
  std::vector<statement_result> results_;
  std::optional<error> failure_;
};

// COPY FROM STDIN with its data, or COPY TO STDOUT; then the group's end.
class copy_ask {
 public:
  using value_type = std::uint64_t;
  using taker = std::function<void(std::span<const std::byte>)>;
  copy_ask(std::string_view sql, std::string data) : sql_(sql), data_(std::move(data)) {}
  copy_ask(std::string_view sql, taker take) : sql_(sql), take_(std::make_shared<taker>(std::move(take))) {}
  result<statement_id> push(core& to, request& by);
  void take(statement_result&& each);
  result<std::uint64_t> finish();

 private:
  std::string sql_;
  std::string data_;
  std::shared_ptr<taker> take_;  // nullptr: it is FROM STDIN
  std::uint64_t rows_ = 0;
  std::optional<error> failure_;
};

}  // namespace pgpipe::asio_client::detail
