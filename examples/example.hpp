#pragma once

#include <cstdio>

#include <pgpipe/client/connection.hpp>

// What the programs of this folder have in common: each is started with a connection string, such as
// "host=localhost dbname=test" or "postgresql://localhost/test", and prints what it does.
//
// Functions of pgpipe return a value or an error. value_or_throw() gives the value, or throws the error as a
// pgpipe::exception: the programs use it wherever an error is the end of the story, and it is caught here.
inline int run_example(int argc, char** argv, void (*example)(const char* conninfo)) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s CONNINFO\n", argv[0]);
    return 1;
  }
  try {
    example(argv[1]);
    return 0;
  } catch (const pgpipe::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return 1;
  }
}
