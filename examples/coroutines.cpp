// Many coroutines share one connection.
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include <pgpipe/asio/connection.hpp>
#include <pgpipe/asio/pool.hpp>

#include "example.hpp"

namespace asio = boost::asio;
using pgpipe::value_or_throw;
using pgpipe::asio_client::connection;

namespace {

asio::awaitable<void> add_square(connection& db, int i, int& sum) {
  // Sent together with what others ask at the same time; the answer comes to this coroutine.
  auto rows = value_or_throw(co_await db.query("SELECT $1::int * $1::int", i));
  sum += rows[0].get<int>(0);
}

asio::awaitable<void> share(connection& db) {
  int sum = 0;
  std::vector<decltype(asio::co_spawn(db.get_executor(), add_square(db, 0, sum), asio::deferred))> all;
  for (int i = 1; i <= 100; ++i)
    all.push_back(asio::co_spawn(db.get_executor(), add_square(db, i, sum), asio::deferred));
  co_await asio::experimental::make_parallel_group(std::move(all))
      .async_wait(asio::experimental::wait_for_all(), asio::use_awaitable);
  std::printf("the sum of the first hundred squares is %d\n", sum);
}

asio::awaitable<void> transfer(connection& db, int from, int to, int amount) {
  auto block = value_or_throw(co_await db.begin());
  value_or_throw(co_await block.query("UPDATE account SET balance = balance - $2 WHERE id = $1", from, amount));
  value_or_throw(co_await block.query("UPDATE account SET balance = balance + $2 WHERE id = $1", to, amount));
  value_or_throw(co_await block.commit());
}

asio::awaitable<void> try_to_overdraw(connection& db) {
  pgpipe::asio_client::batch both;  // of which all happens, or nothing
  both.push("UPDATE account SET balance = balance + $1 WHERE id = 2", 500);
  both.push("UPDATE account SET balance = balance - $1 WHERE id = 1", 500);
  const auto results = value_or_throw(co_await db.run(std::move(both)));
  std::printf("%s\n%s\n", results[1].failure()->text().c_str(), std::string(to_string(results[2].group())).c_str());
}

asio::awaitable<void> stream_rows(connection& db) {
  auto rows =
      value_or_throw(co_await db.stream("SELECT n, n * n FROM generate_series(1, $1::int8) n", std::int64_t{100'000}));
  std::int64_t sum = 0;
  for (;;) {
    const auto part = value_or_throw(co_await rows.next_part());
    if (part.empty()) break;
    for (auto [n, square] : part.as<std::int64_t, std::int64_t>()) sum += square - n;
  }
  std::printf("the sum over a hundred thousand rows is %lld\n", static_cast<long long>(sum));
}

asio::awaitable<void> copy_pieces(connection& db) {
  auto copy = value_or_throw(co_await db.begin_copy_in("COPY point FROM STDIN"));
  for (int i = 0; i != 1000; ++i)
    value_or_throw(co_await copy.write(std::to_string(i) + "\t" + std::to_string(i * i) + "\n"));
  const auto copied = value_or_throw(co_await copy.finish());
  std::printf("%d rows were copied\n", static_cast<int>(copied));
}

asio::awaitable<void> ask_in_vain(connection& db) {
  const auto slow = co_await db.query("SELECT pg_sleep(0.3)").within(std::chrono::milliseconds(20));
  if (!slow) std::printf("%s\n", slow.error().text().c_str());
}

asio::awaitable<void> everything(const char* conninfo) {
  const auto executor = co_await asio::this_coro::executor;
  connection db = value_or_throw(co_await connection::open(executor, conninfo, {.statement_cache = 100}));
  co_await share(db);

  value_or_throw(
      co_await db.exec("CREATE TEMPORARY TABLE account (id int, balance int CHECK (balance >= 0));"
                       "INSERT INTO account VALUES (1, 100), (2, 0)"));
  co_await transfer(db, 1, 2, 30);
  co_await try_to_overdraw(db);
  co_await stream_rows(db);
  value_or_throw(co_await db.exec("CREATE TEMPORARY TABLE point (x int, y int)"));
  co_await copy_pieces(db);
  co_await ask_in_vain(db);
  const auto accounts = value_or_throw(co_await db.query("SELECT id, balance FROM account ORDER BY id"));
  for (auto [id, balance] : accounts.as<int, int>()) std::printf("account %d has %d\n", id, balance);

  auto pool = value_or_throw(pgpipe::asio_client::pool::make(executor, conninfo, {.max_connections = 2}));
  auto mine = value_or_throw(co_await pool.acquire().within(std::chrono::seconds(60)));
  value_or_throw(co_await mine.query("SET TimeZone = 'UTC'"));
}

void example(const char* conninfo) {
  asio::io_context io;
  std::exception_ptr thrown;
  asio::co_spawn(io, everything(conninfo), [&](std::exception_ptr failure) { thrown = std::move(failure); });
  io.run();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
