#pragma once

namespace pgpipe::app::report {

// `pgpipe report`: reads results and writes a page. Returns the exit status.
int main(int argc, char** argv);

}  // namespace pgpipe::app::report
