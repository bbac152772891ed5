# Builds and runs consumer/ in a folder that starts empty, against an installation or against the source tree (WAY).
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${text}")
  endif()
  set(output "${text}" PARENT_SCOPE)
endfunction()

if(WAY STREQUAL "shared" AND NOT SHARED)
  message(FATAL_ERROR "this build has no shared library: configure it with -DBUILD_SHARED_LIBS=ON")
endif()
file(REMOVE_RECURSE ${WORK_DIR})
run(${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${WORK_DIR}/prefix)
run(${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${WORK_DIR}/build
  -DCMAKE_PREFIX_PATH=${WORK_DIR}/prefix -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=${FLAGS}
  -DPGPIPE_WITH_ASIO=${WITH_ASIO} -DPGPIPE_WAY=${WAY} -DPGPIPE_SOURCE_DIR=${SOURCE_DIR})
run(${CMAKE_COMMAND} --build ${WORK_DIR}/build)
run(${WORK_DIR}/build/consumer)

# Which of the two it was linked with.
run(readelf --dynamic ${WORK_DIR}/build/consumer)
if(output MATCHES "NEEDED.*libpgpipe" AND NOT WAY STREQUAL "shared")
  message(FATAL_ERROR "the consumer needs the shared library")
elseif(NOT output MATCHES "NEEDED.*libpgpipe" AND WAY STREQUAL "shared")
  message(FATAL_ERROR "the consumer does not need the shared library")
endif()
