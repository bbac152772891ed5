#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <pgpipe/base/result.hpp>

#include "compare/bench_arguments.hpp"
#include "compare/sample.hpp"
#include "compare/variant.hpp"

namespace pgpipe::app::compare {

// Runs one cell once: a process of its own for each run, so that what it uses is its own.
class cell_runner {
 public:
  // `arguments` are what all cells have in common; `server`, those that say where to connect, in pgbench's words too.
  // `folder` is for scratch files and must outlive it.
  cell_runner(words arguments, words server, std::filesystem::path folder)
      : arguments_(std::move(arguments)), server_(std::move(server)), folder_(std::move(folder)) {}

  // A mistake in the cell's command line, found without running it.
  [[nodiscard]] tl::expected<void, bench::complaint> check(const variant& cell) const;

  // The error's text has what the program said.
  [[nodiscard]] result<sample> run(const variant& cell) const;

 private:
  [[nodiscard]] words command_of(const variant& cell) const;
  [[nodiscard]] result<sample> run_pgpipe(const variant& cell) const;
  [[nodiscard]] result<sample> run_pgbench(const variant& cell) const;

  words arguments_;
  words server_;
  std::filesystem::path folder_;
};

}  // namespace pgpipe::app::compare
