# Configures in a new folder as if there were no npm.
function(configure report)
  file(REMOVE_RECURSE ${WORK_DIR})
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE_DIR} -B ${WORK_DIR} -DCMAKE_CXX_COMPILER=${CXX}
      -DPGPIPE_BUILD_TESTS=OFF -DPGPIPE_BUILD_EXAMPLES=OFF -DPGPIPE_INSTALL=OFF -DPGPIPE_NPM= -DPGPIPE_REPORT=${report}
    RESULT_VARIABLE result OUTPUT_VARIABLE text ERROR_VARIABLE text)
  set(status ${result} PARENT_SCOPE)
  set(output "${text}" PARENT_SCOPE)
endfunction()

configure(OFF)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "with PGPIPE_REPORT=OFF:\n${output}")
endif()
configure(ON)
string(REGEX MATCHALL "CMake Error" errors "${output}")
if(status EQUAL 0 OR NOT errors STREQUAL "CMake Error" OR NOT output MATCHES "needs npm .*-DPGPIPE_REPORT=OFF")
  message(FATAL_ERROR "with PGPIPE_REPORT=ON:\n${output}")
endif()
