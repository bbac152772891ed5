#pragma once

namespace pgpipe::app::bench {

// The subcommand: pgbench's command line, and its exit statuses 0, 1 and 2.
int main(int argc, char** argv);

}  // namespace pgpipe::app::bench
