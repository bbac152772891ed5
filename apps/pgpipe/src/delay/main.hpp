#pragma once

namespace pgpipe::app::delay {

// The subcommand. The exit status is 0 after a signal ended it, 1 when it could not begin.
int main(int argc, char** argv);

}  // namespace pgpipe::app::delay
