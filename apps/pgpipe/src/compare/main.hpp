#pragma once

namespace pgpipe::app::compare {

// The subcommand. Exit status: 0; 1 for a mistake or a run that failed; 3 when a --fail-if was true.
int main(int argc, char** argv);

}  // namespace pgpipe::app::compare
