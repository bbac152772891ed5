# How tests are declared. Labels choose among them: unit, integration, pgbench (compared with pgbench), faults, golden,
# budget, fuzz, layers; "threads" is added to those that make lint runs under ThreadSanitizer.

# Tests' own sources are not optimised in any preset: what they test is, and so is what measures, but the tests
# themselves are run once for each time that they are compiled, and g++ takes several times as long over them at -O3.
add_library(pgpipe_test_options INTERFACE)
target_compile_options(pgpipe_test_options INTERFACE -O0)
target_link_libraries(pgpipe_test_options INTERFACE pgpipe_options)

# pgpipe_precompile(<target>): a test includes GoogleTest and the standard library from one precompiled header.
if(PGPIPE_PRECOMPILE)
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp "")
  add_library(pgpipe_precompiled OBJECT ${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp)
  target_link_libraries(pgpipe_precompiled PRIVATE pgpipe_test_options GTest::gtest GTest::gmock)
  target_precompile_headers(pgpipe_precompiled PRIVATE <gmock/gmock.h> <gtest/gtest.h> <tl/expected.hpp>
    <algorithm> <chrono> <functional> <map> <memory> <optional> <span> <string> <string_view> <thread> <vector>)
endif()
function(pgpipe_precompile target)
  if(PGPIPE_PRECOMPILE)
    target_precompile_headers(${target} REUSE_FROM pgpipe_precompiled)
  endif()
endfunction()

# pgpipe_unit_tests(<target> [<library>...]): every test/*_test.cpp of the calling folder, in one executable.
function(pgpipe_unit_tests target)
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS test/*.cpp test/*.hpp)
  if(NOT tests)
    return()
  endif()
  add_executable(${target}_test ${tests})
  target_include_directories(${target}_test PRIVATE test src)
  target_compile_definitions(${target}_test PRIVATE PGPIPE_TEST_DATA_DIR="${CMAKE_CURRENT_SOURCE_DIR}/test")
  target_link_libraries(${target}_test PRIVATE ${target} ${ARGN} pgpipe_test_options GTest::gtest GTest::gmock GTest::gtest_main)
  pgpipe_precompile(${target}_test)
  gtest_discover_tests(${target}_test PROPERTIES LABELS unit DISCOVERY_TIMEOUT 60)
endfunction()

# pgpipe_test(<name> [SOURCES <file>...] [LIBRARIES <target>...] [LABELS <label>...] [TIMEOUT <seconds>] [EACH]
#   [OPTIMISED])
# A test program of tests/ that needs a server: <name>_test from <name>_test.cpp or SOURCES, linked with the client
# library and GoogleTest. It is one entry of ctest, so that its cases share one private server; EACH makes every case an
# entry of its own. Labelled integration unless LABELS says otherwise. With pgpipe_app among its LIBRARIES a test knows
# the executable's path as PGPIPE_EXECUTABLE. An OPTIMISED one measures itself.
function(pgpipe_test name)
  cmake_parse_arguments(arg "EACH;OPTIMISED" "TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  if(NOT arg_SOURCES)
    set(arg_SOURCES ${name}_test.cpp)
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS integration)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  add_executable(${name}_test ${arg_SOURCES})
  target_compile_definitions(${name}_test PRIVATE PGPIPE_TEST_DATA_DIR="${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(${name}_test PRIVATE ${arg_LIBRARIES} pgpipe::client
    GTest::gtest GTest::gmock GTest::gtest_main)
  if(arg_OPTIMISED)
    target_link_libraries(${name}_test PRIVATE pgpipe_options)
  else()
    target_link_libraries(${name}_test PRIVATE pgpipe_test_options)
    pgpipe_precompile(${name}_test)
  endif()
  if(pgpipe_app IN_LIST arg_LIBRARIES)
    add_dependencies(${name}_test pgpipe)
    target_compile_definitions(${name}_test PRIVATE PGPIPE_EXECUTABLE="$<TARGET_FILE:pgpipe>")
  endif()
  if(arg_EACH)
    gtest_discover_tests(${name}_test TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60
      PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT})
  else()
    add_test(NAME ${name} COMMAND ${name}_test)
    set_tests_properties(${name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT})
  endif()
endfunction()
