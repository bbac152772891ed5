# Makes the Debian packages, installs them into a root of their own, and builds a program there by pkg-config.
function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${WORK_DIR} RESULT_VARIABLE status OUTPUT_VARIABLE text
    ERROR_VARIABLE text)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${text}")
  endif()
  set(output "${text}" PARENT_SCOPE)
endfunction()

set(root ${WORK_DIR}/root)
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${root}/var/lib/dpkg/updates ${root}/var/lib/dpkg/info)
file(TOUCH ${root}/var/lib/dpkg/status ${root}/var/lib/dpkg/available)

run(${CMAKE_COMMAND} -E env CPACK_THREADS=1 cpack -G DEB --config ${BUILD_DIR}/CPackConfig.cmake -B ${WORK_DIR}/packages)
file(GLOB packages ${WORK_DIR}/packages/*.deb)
list(TRANSFORM packages REPLACE ".*/([^_]+)_[^/]*$" "\\1" OUTPUT_VARIABLE made)
list(JOIN made " " made)
if(SHARED AND NOT made MATCHES "^libpgpipe-dev libpgpipe[0-9]+\\.[0-9]+ pgpipe$"
   OR NOT SHARED AND NOT made STREQUAL "libpgpipe-dev pgpipe")
  message(FATAL_ERROR "made the packages ${made}")
endif()
# What they depend on is in the system's root, not in this one: it is looked up there.
foreach(package IN LISTS packages)
  run(dpkg-deb --field ${package} Depends)
  string(REGEX REPLACE "\\([^)]*\\)|[ \n]" "" names "${output}")
  string(REPLACE "," ";" names "${names}")
  list(FILTER names EXCLUDE REGEX "^libpgpipe")  # of these packages
  run(dpkg-query --show ${names})
endforeach()
run(dpkg --root=${root} --force-not-root --force-depends --force-script-chrootless --log=${WORK_DIR}/dpkg.log
  --install ${packages})

run(${root}/usr/bin/pgpipe --version)
if(NOT output MATCHES "^pgpipe ")
  message(FATAL_ERROR "the installed executable says ${output}")
endif()
run(test -s ${root}/usr/share/man/man1/pgpipe-bench.1)

separate_arguments(compiler_flags UNIX_COMMAND "${FLAGS}")
file(GLOB_RECURSE description ${root}/usr/lib*/pgpipe.pc)
cmake_path(GET description PARENT_PATH search)
cmake_path(GET search PARENT_PATH libraries)
foreach(way pgpipe pgpipe-static)
  run(${CMAKE_COMMAND} -E env PKG_CONFIG_PATH=${search} pkg-config --cflags --libs ${way})
  separate_arguments(flags UNIX_COMMAND "${output}")
  run(${CXX} -std=c++20 ${compiler_flags} ${CMAKE_CURRENT_LIST_DIR}/consumer/installed.cpp ${flags} -o ${way})
  run(${CMAKE_COMMAND} -E env LD_LIBRARY_PATH=${libraries} ${WORK_DIR}/${way})
endforeach()
