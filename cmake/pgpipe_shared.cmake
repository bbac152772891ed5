# One shared library of all layers, libpgpipe.so, linked from what their archives are made of: nothing is compiled twice,
# calls between the layers stay direct, and a program has one file and one version to find (docs/design/0006).
find_package(tl-expected REQUIRED)
set(exports ${PROJECT_SOURCE_DIR}/cmake/pgpipe.exports)
get_property(layers GLOBAL PROPERTY PGPIPE_LIBRARIES)
add_library(pgpipe_shared SHARED)
foreach(layer IN LISTS layers)
  target_sources(pgpipe_shared PRIVATE $<TARGET_OBJECTS:${layer}>)
endforeach()
target_link_libraries(pgpipe_shared PRIVATE ${layers} INTERFACE tl::expected)  # the layers bring what they need
target_link_options(pgpipe_shared PRIVATE LINKER:--version-script=${exports} LINKER:-Bsymbolic-functions)
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")  # a sanitizer's functions are in the program
  target_link_options(pgpipe_shared PRIVATE LINKER:--no-undefined)
endif()
target_include_directories(pgpipe_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(pgpipe_shared INTERFACE cxx_std_20)
# Before 1.0 a minor version may change the interface, and so the ABI.
set_target_properties(pgpipe_shared PROPERTIES OUTPUT_NAME pgpipe EXPORT_NAME shared LINKER_LANGUAGE CXX
  LINK_DEPENDS ${exports} VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
