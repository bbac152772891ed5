// What a program does with its database, told as the spans of OpenTelemetry: their names and attributes are those of
// its semantic conventions for databases. A real program would hand them to its SDK where this one prints them.
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <pgpipe/client/copy.hpp>
#include <pgpipe/client/observer.hpp>
#include <pgpipe/client/pool.hpp>

#include "example.hpp"

using pgpipe::value_or_throw;

namespace {

// A span that has ended: it began at what.begun and took what.duration.
class span {
 public:
  span(std::string name, const pgpipe::observation& what) : line_(std::move(name)) {
    if (!what.sqlstate().empty()) set("db.response.status_code", what.sqlstate());
  }
  ~span() { std::printf("%s\n", line_.c_str()); }
  span(const span&) = delete;
  span& operator=(const span&) = delete;

  void set(std::string_view attribute, std::string_view value) {
    line_.append(" ").append(attribute).append("=\"").append(value).append("\"");
  }
  void set(std::string_view attribute, std::size_t value) { set(attribute, std::to_string(value)); }

 private:
  std::string line_;
};

class telemetry : public pgpipe::observer {
 public:
  void on_connect(const pgpipe::connect_observation& what) override {
    span one("connect", what);
    one.set("db.system.name", "postgresql");
  }
  void on_prepare(const pgpipe::prepare_observation& what) override {
    span one("prepare", what);
    one.set("db.query.text", what.text);
  }
  void on_query(const pgpipe::query_observation& what) override {
    span one("query", what);
    one.set(what.text.empty() ? "pgpipe.statement" : "db.query.text", what.text.empty() ? what.statement : what.text);
    one.set("db.response.returned_rows", what.rows);
  }
  void on_batch(const pgpipe::batch_observation& what) override {
    span one("batch", what);
    one.set("db.operation.batch.size", what.statements);
    one.set("db.response.returned_rows", what.rows);
    one.set("pgpipe.failed", what.failed);
    waited_ += what.waited;
    bytes_ += what.bytes_sent + what.bytes_received;
  }
  void on_copy(const pgpipe::copy_observation& what) override {
    span one("copy", what);
    one.set("db.query.text", what.text);
    one.set("pgpipe.rows", what.rows);
  }
  void on_pool(const pgpipe::pool_observation& what) override {
    span one("acquire", what);
    one.set("pgpipe.opened", what.opened ? "true" : "false");
    one.set("db.client.connection.count", what.in_use + what.idle);
  }
  [[nodiscard]] bool saw_batches() const { return bytes_ != 0 && waited_.count() > 0; }

 private:
  std::chrono::nanoseconds waited_{0};
  std::uint64_t bytes_ = 0;
};

void work(pgpipe::connection& connection) {
  value_or_throw(connection.exec("CREATE TEMPORARY TABLE item (id int PRIMARY KEY, name text)"));
  const auto insert = value_or_throw(connection.prepare("INSERT INTO item VALUES ($1, $2)"));
  value_or_throw(connection.execute(insert, 1, "one"));
  pgpipe::pipeline batch(connection, {.scope = pgpipe::group_scope::isolated});
  for (int id = 1; id <= 3; ++id) value_or_throw(batch.push(insert, id, "again"));  // the first exists
  value_or_throw(batch.push("SELECT id FROM item"));
  value_or_throw(batch.collect());
  auto copy = value_or_throw(pgpipe::copy_in::begin(connection, "COPY item FROM STDIN"));
  value_or_throw(copy.write("7\tseven\n8\teight\n"));
  value_or_throw(copy.finish());
}

void example(const char* conninfo) {
  const auto observer = std::make_shared<telemetry>();
  const auto pool = value_or_throw(pgpipe::pool::open(conninfo, {.max_connections = 2, .observer = observer}));
  work(*value_or_throw(pool->acquire()));
  std::printf("batches have moved bytes and waited: %s\n", observer->saw_batches() ? "yes" : "no");

  auto again = value_or_throw(pool->acquire());
  std::string trace;
  value_or_throw(again->trace([&](std::string_view lines) { trace += lines; }));
  value_or_throw(again->query("SELECT 1 AS one"));
  value_or_throw(again->trace(nullptr));
  std::printf("%s", trace.c_str());
}

}  // namespace

int main(int argc, char** argv) { return run_example(argc, argv, example); }
