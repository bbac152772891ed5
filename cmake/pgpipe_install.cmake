# cmake --install: archives, the shared library, headers, and what find_package(pgpipe) and pkg-config read; the executable and its manual.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)

get_property(libraries GLOBAL PROPERTY PGPIPE_LIBRARIES)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pgpipe)

install(TARGETS ${libraries} EXPORT pgpipe
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT pgpipe NAMESPACE pgpipe:: FILE pgpipe-targets.cmake DESTINATION ${package_dir})
if(TARGET pgpipe_shared)
  install(TARGETS pgpipe_shared EXPORT pgpipe-shared
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development)
  install(EXPORT pgpipe-shared NAMESPACE pgpipe:: FILE pgpipe-shared-targets.cmake DESTINATION ${package_dir})
endif()
if(TARGET pgpipe_asio)  # by itself, so that who does not ask for the component needs no Boost
  install(TARGETS pgpipe_asio EXPORT pgpipe-asio
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT pgpipe-asio NAMESPACE pgpipe:: FILE pgpipe-asio-targets.cmake DESTINATION ${package_dir})
endif()
if(TARGET pgpipe)
  install(TARGETS pgpipe RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT executable)
  install(DIRECTORY docs/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT executable)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/pgpipe COMPONENT executable)
  option(PGPIPE_INSTALL_PGBENCH "Install a link named pgbench: pgpipe bench in the place of pgbench" OFF)
  if(PGPIPE_INSTALL_PGBENCH)
    install(CODE "file(CREATE_LINK pgpipe \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/pgbench\" SYMBOLIC)"
      COMPONENT executable)
  endif()
endif()

list(TRANSFORM libraries REPLACE "^pgpipe_" "" OUTPUT_VARIABLE components)
list(JOIN components " " components)
configure_package_config_file(cmake/pgpipe-config.cmake.in ${PROJECT_BINARY_DIR}/pgpipe-config.cmake
  INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pgpipe-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/pgpipe-config.cmake ${PROJECT_BINARY_DIR}/pgpipe-config-version.cmake
  DESTINATION ${package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libpgpipe-dev)

cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig
  OUTPUT_VARIABLE prefix_from_here)
function(install_pkg_config pc_name pc_requires pc_libs)
  configure_file(cmake/pgpipe.pc.in ${PROJECT_BINARY_DIR}/${pc_name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${pc_name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
# In the order of use, which a linker wants of archives: the reverse of that in which they were declared.
list(TRANSFORM libraries PREPEND "-l" OUTPUT_VARIABLE archives)
list(REVERSE archives)
list(JOIN archives " " archives)
install_pkg_config(pgpipe-static openssl "${archives} -lidn")
if(TARGET pgpipe_shared)
  install_pkg_config(pgpipe "" -lpgpipe)
else()
  install_pkg_config(pgpipe openssl "${archives} -lidn")
endif()
if(TARGET pgpipe_asio)
  install_pkg_config(pgpipe-asio pgpipe-static "-lpgpipe_asio -pthread")
endif()
