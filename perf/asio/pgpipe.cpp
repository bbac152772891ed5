// Requests of coroutines on one connection. Ways: `together`, of 100 coroutines at a time over a link with a round trip
// of 100 ms, and `in_turn`, of one over the same link; `bursts`, without a link, of 100 callbacks that are all asked
// for before the first is answered, and again when all are.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <exception>
#include <optional>
#include <utility>

#include <pgpipe/asio/connection.hpp>
#include <pgpipe/client/surroundings.hpp>

#include "contender.hpp"
#include "delay/proxy_thread.hpp"

namespace asio = boost::asio;
using pgpipe::value_or_throw;
using pgpipe::app::delay::proxy_thread;
using pgpipe::asio_client::connection;

namespace {

constexpr std::uint64_t at_once = 100;
constexpr std::chrono::milliseconds round_trip{100};

// A loop's connection with the statement that is asked, and nothing else to do.
struct client {
  explicit client(const pgpipe::protocol::connect_options& where)
      : db(finish(connection::open(loop.get_executor(), where, {.one_thread = true}))),
        statement(finish(db.prepare("SELECT $1::int4"))) {}

  template <typename Operation>
  typename Operation::value_type finish(Operation operation) {
    std::optional<pgpipe::result<typename Operation::value_type>> outcome;
    std::move(operation)([&](auto&& came) {
      outcome = std::forward<decltype(came)>(came);
      loop.stop();
    });
    run();
    return value_or_throw(*std::move(outcome));
  }

  // Until somebody stops the loop.
  void run() {
    loop.run();
    loop.restart();
  }

  asio::io_context loop{1};
  connection db;
  pgpipe::prepared_statement statement;
};

void check(const pgpipe::result<pgpipe::statement_result>& rows, int expected) {
  if (!rows || (*rows)[0].get<int>(0) != expected) pgpipe::perf::give_up("wrong answer");
}

asio::awaitable<void> ask(client& by, std::uint64_t requests, int number, std::uint64_t& running) {
  for (std::uint64_t i = 0; i != requests; ++i)
    check(co_await by.db.execute(by.statement, number + static_cast<int>(i)), number + static_cast<int>(i));
  if (--running == 0) by.loop.stop();
}

// `requests` in all, as equal shares of so many coroutines.
void run_coroutines(client& by, std::uint64_t coroutines, std::uint64_t requests) {
  std::uint64_t running = coroutines;
  for (std::uint64_t i = 0; i != coroutines; ++i) {
    asio::co_spawn(by.loop, ask(by, requests / coroutines, static_cast<int>(i), running),
                   [](const std::exception_ptr& thrown) {
                     if (thrown) pgpipe::perf::give_up("a coroutine has thrown");
                   });
  }
  by.run();
}

class bursts {
 public:
  bursts(client& by, std::uint64_t count) : by_(by), left_(count) {}

  void run() {
    begin();
    by_.run();
  }

 private:
  void begin() {
    unanswered_ = at_once;
    for (int i = 0; i != static_cast<int>(at_once); ++i) {
      by_.db.execute(by_.statement, i)([this, i](const auto& rows) {
        check(rows, i);
        if (--unanswered_ != 0) return;
        if (--left_ != 0) return begin();
        by_.loop.stop();
      });
    }
  }

  client& by_;
  std::uint64_t left_;
  std::uint64_t unanswered_ = 0;
};

void run(const pgpipe::perf::task& task) {
  const auto direct = value_or_throw(pgpipe::options_from_conninfo(task.conninfo));
  pgpipe::perf::stopwatch watch;
  if (task.way == "bursts") {
    client by(direct);
    watch.begin();
    bursts(by, task.rounds).run();
    return watch.report(task.rounds);
  }
  const auto link = value_or_throw(proxy_thread::start(direct, {.rtt = round_trip}, 1));
  client by(link->through());
  const std::uint64_t coroutines = task.way == "together" ? at_once : 1;
  watch.begin();
  run_coroutines(by, coroutines, task.rounds);
  watch.report(task.rounds);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(pgpipe::perf::task_from(argc, argv));
  } catch (const std::exception& thrown) {
    pgpipe::perf::give_up(thrown.what());
  }
}
