# One way to declare a library, so that layers, warnings and tests cannot differ from folder to folder.

add_library(pgpipe_options INTERFACE)
target_compile_options(pgpipe_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wcast-align -Wformat=2 -Wimplicit-fallthrough
  # g++ 12 sees an overlap in every "text" + std::string(...) that it inlines.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict>
  $<$<BOOL:${PGPIPE_WERROR}>:-Werror>
  # Where a library is compiled as one, a local name may be that of something in another of its files.
  $<$<BOOL:${PGPIPE_UNITY}>:-Wno-shadow>)

# pgpipe_unity(<target>): with PGPIPE_UNITY, all sources of the target are one translation unit, as most of their time
# goes into the same headers. So what stands in unnamed namespaces needs a name of its own within the library.
function(pgpipe_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${PGPIPE_UNITY} UNITY_BUILD_BATCH_SIZE 0)
endfunction()

# pgpipe_library(<name> [INTERNAL] DEPENDS <target>... PRIVATE_DEPENDS <target>...)
# Declares pgpipe::<name> from include/pgpipe/<name>/, src/ and test/ of the calling folder. The include root holds
# only this library's headers: what is not linked cannot be included. An INTERNAL one is for this project and not installed.
function(pgpipe_library name)
  cmake_parse_arguments(arg "INTERNAL" "" "DEPENDS;PRIVATE_DEPENDS" ${ARGN})
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS include/*.hpp)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/*.cpp src/*.hpp)
  if(NOT sources)  # a library of headers only still is an archive, so that it links and installs like the others
    set(sources ${CMAKE_CURRENT_BINARY_DIR}/headers_only.cpp)
    file(WRITE ${sources} "")
  endif()
  add_library(pgpipe_${name} STATIC)
  add_library(pgpipe::${name} ALIAS pgpipe_${name})
  set_target_properties(pgpipe_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_sources(pgpipe_${name} PRIVATE ${sources}
    PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${headers})
  target_include_directories(pgpipe_${name} PRIVATE src)
  target_compile_features(pgpipe_${name} PUBLIC cxx_std_20)
  target_link_libraries(pgpipe_${name} PUBLIC ${arg_DEPENDS} PRIVATE ${arg_PRIVATE_DEPENDS} $<BUILD_INTERFACE:pgpipe_options>)
  pgpipe_unity(pgpipe_${name})
  if(NOT arg_INTERNAL)
    set_property(GLOBAL APPEND PROPERTY PGPIPE_LIBRARIES pgpipe_${name})
  endif()
  if(PGPIPE_BUILD_TESTS)
    pgpipe_unit_tests(pgpipe_${name})
  endif()
endfunction()
