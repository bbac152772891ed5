# What pgpipe report writes, as part of the executable: our own files of src/report/page as they stand, and uPlot with its
# licence, which npm installs when pgpipe is built. The lock file says which bytes those must be.
option(PGPIPE_REPORT "Build pgpipe report, whose plots need npm at build time" ON)

set(assets ${CMAKE_CURRENT_BINARY_DIR}/report)
set(page ${CMAKE_CURRENT_SOURCE_DIR}/src/report/page)
if(PGPIPE_REPORT)
  find_program(PGPIPE_NPM npm)
  if(NOT PGPIPE_NPM)
    message(FATAL_ERROR "pgpipe report needs npm when it is built, and there is none: install it (tools/setup does; on \
Debian the packages are nodejs and npm), or configure with -DPGPIPE_REPORT=OFF.")
  endif()
  pgpipe_npm_install(${CMAKE_CURRENT_SOURCE_DIR}/src/report/npm ${assets} uplot_installed)
  set(uplot ${assets}/node_modules/uplot)
  add_custom_command(OUTPUT ${assets}/uPlot.js ${assets}/uPlot.css ${assets}/uPlot.licence
    COMMAND ${CMAKE_COMMAND} -E copy ${uplot}/dist/uPlot.iife.min.js ${assets}/uPlot.js
    COMMAND ${CMAKE_COMMAND} -E copy ${uplot}/dist/uPlot.min.css ${assets}/uPlot.css
    COMMAND ${CMAKE_COMMAND} -E copy ${uplot}/LICENSE ${assets}/uPlot.licence
    DEPENDS ${uplot_installed} VERBATIM)
  # The script in the order in which its parts need each other.
  set(scripts)
  foreach(part dom format histogram plot time_plots spectrum heat_map run_details runs comparison page)
    list(APPEND scripts ${page}/${part}.js)
  endforeach()
  add_custom_command(OUTPUT ${assets}/page.js
    COMMAND ${CMAKE_COMMAND} -E cat ${scripts} > ${assets}/page.js DEPENDS ${scripts} VERBATIM)
  set(files ${page}/page.html ${page}/page.css ${assets}/page.js ${assets}/uPlot.js ${assets}/uPlot.css
    ${assets}/uPlot.licence)
else()
  set(files)
endif()

# The assembler takes the files in: no compiler has to read them.
set(blocks)
set(declarations)
set(entries)
foreach(file IN LISTS files)
  cmake_path(GET file FILENAME name)
  string(MAKE_C_IDENTIFIER pgpipe_report_${name} symbol)
  string(TOLOWER ${symbol} symbol)
  string(APPEND blocks ".hidden ${symbol}\n.globl ${symbol}\n${symbol}:\n.incbin \"${file}\"\n"
    ".hidden ${symbol}_end\n.globl ${symbol}_end\n${symbol}_end:\n.byte 0\n")
  string(APPEND declarations "extern const char ${symbol}[];\nextern const char ${symbol}_end[];\n")
  string(APPEND entries "  if (name == \"${name}\") return {${symbol}, static_cast<std::size_t>(${symbol}_end - ${symbol})};\n")
endforeach()
configure_file(src/report/assets.cpp.in ${assets}/assets.cpp @ONLY)
set_source_files_properties(${assets}/assets.cpp PROPERTIES OBJECT_DEPENDS "${files}"
  SKIP_UNITY_BUILD_INCLUSION ON)  # a test has assets of its own in the place of these
target_sources(pgpipe_app PRIVATE ${assets}/assets.cpp)
