#include "compare/preset_scripts.hpp"

#include <fmt/format.h>

namespace pgpipe::app::compare {

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i != times; ++i) all += text;
  return all;
}

std::string pipelined(std::string_view text) { return fmt::format("\\startpipeline\n{}\\endpipeline\n", text); }

std::string series_script(int times) {
  return repeated("insert into pgpipe_series default values;\n", times) +
         repeated("select id from pgpipe_series limit 1;\n", times) +
         repeated("select * from pgpipe_series;\n", times) +
         repeated("delete from pgpipe_series where id = (select min(id) from pgpipe_series);\n", times);
}

std::string tpcb_draws() {
  return "\\set aid random(1, 100000 * :scale)\n\\set bid random(1, 1 * :scale)\n\\set tid random(1, 10 * :scale)\n"
         "\\set delta random(-5000, 5000)\n";
}

std::string tpcb_statements() {
  return "BEGIN;\n"
         "UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;\n"
         "SELECT abalance FROM pgbench_accounts WHERE aid = :aid;\n"
         "UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :tid;\n"
         "UPDATE pgbench_branches SET bbalance = bbalance + :delta WHERE bid = :bid;\n"
         "INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (:tid, :bid, :aid, :delta, "
         "CURRENT_TIMESTAMP);\n"
         "END;\n";
}

std::string updates_script(int times, bool in_pipeline) {
  const std::string update = "\\set id random(1, 10000)\nupdate pgpipe_updates set n = n + 1 where id = :id;\n";
  return in_pipeline ? pipelined(repeated(update, times)) : "begin;\n" + repeated(update, times) + "end;\n";
}

}  // namespace pgpipe::app::compare
