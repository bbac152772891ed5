// One prepared SELECT at a time, by connection::execute().
#include <pgpipe/client/connection.hpp>

#include "contender.hpp"

namespace {

void run_one(pgpipe::connection& connection, const pgpipe::prepared_statement& statement) {
  const auto result = connection.execute(statement);
  if (!result || (*result)[0].field(0).text() != "1") pgpipe::perf::give_up("wrong answer");
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  auto connection = pgpipe::value_or_throw(pgpipe::connection::open(task.conninfo));
  const auto statement = pgpipe::value_or_throw(connection.prepare("SELECT 1"));
  run_one(connection, statement);
  pgpipe::perf::stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) run_one(connection, statement);
  watch.report(task.rounds);
}
