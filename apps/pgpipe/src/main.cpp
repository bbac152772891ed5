#include "command.hpp"

int main(int argc, char** argv) { return pgpipe::app::run(argc, argv); }
