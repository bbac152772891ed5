// 100 prepared SELECT 1, each in a transaction of its own, by libpqxx, which can only wait for each of them.
#include <pqxx/pqxx>
#include <string_view>

#include "contender.hpp"

namespace {

void run_pipeline(pqxx::nontransaction& work) {
  for (int i = 0; i != 100; ++i) {
    if (std::string_view(work.exec_prepared("s")[0][0].c_str()) != "1") pgpipe::perf::give_up("wrong answer");
  }
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  pqxx::connection connection(task.conninfo);
  connection.prepare("s", "SELECT 1");
  pqxx::nontransaction work(connection);
  run_pipeline(work);
  pgpipe::perf::stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) run_pipeline(work);
  watch.report(100 * task.rounds);
}
