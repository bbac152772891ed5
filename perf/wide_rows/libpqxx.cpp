// 100 prepared statements a pipeline that return a row of 31 text columns each, by libpqxx's pipeline. It takes text
// only, which it joins to one simple query: EXECUTE is as near as it comes.
#include <pqxx/pqxx>

#include "contender.hpp"
#include "wide_row.hpp"

namespace {

namespace wide_row = pgpipe::perf::wide_row;
using pgpipe::perf::give_up;

void take_row(const pqxx::result& result, wide_row::reader& reader) {
  if (result.size() != 1) give_up("wrong answer");
  for (const auto& field : result[0]) reader.take({field.c_str(), field.size()});
}

void run_pipeline(pqxx::pipeline& pipeline, wide_row::reader& reader) {
  pipeline.retain(wide_row::statements);
  for (int i = 0; i != wide_row::statements; ++i) pipeline.insert("EXECUTE s");
  for (int i = 0; i != wide_row::statements; ++i) take_row(pipeline.retrieve().second, reader);
}

}  // namespace

int main(int argc, char** argv) {
  const pgpipe::perf::task task = pgpipe::perf::task_from(argc, argv);
  pqxx::connection connection(task.conninfo);
  pqxx::nontransaction work(connection);
  work.exec("PREPARE s AS " + wide_row::sql());
  pqxx::pipeline pipeline(work);
  wide_row::reader reader;
  run_pipeline(pipeline, reader);
  if (!reader.is_right(wide_row::statements)) give_up("wrong answer");
  pgpipe::perf::stopwatch watch;
  watch.begin();
  for (std::uint64_t i = 0; i != task.rounds; ++i) run_pipeline(pipeline, reader);
  watch.report(wide_row::statements * task.rounds);
  if (!reader.is_right(wide_row::statements * (task.rounds + 1))) give_up("wrong answer");
}
