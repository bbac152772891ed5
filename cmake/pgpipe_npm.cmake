# pgpipe_npm_install(<folder> <where> <variable>): when something that depends on the file that <variable> then names is
# built, <where>/node_modules holds what package.json and package-lock.json of <folder> ask for. Scripts of packages are
# not run.
function(pgpipe_npm_install folder where variable)
  set(installed ${where}/npm.installed)
  add_custom_command(OUTPUT ${installed}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${where}
    COMMAND ${CMAKE_COMMAND} -E copy ${folder}/package.json ${folder}/package-lock.json ${where}
    COMMAND ${CMAKE_COMMAND} -E chdir ${where} ${PGPIPE_NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error
    COMMAND ${CMAKE_COMMAND} -E touch ${installed}
    DEPENDS ${folder}/package.json ${folder}/package-lock.json
    COMMENT "Installing what ${folder}/package-lock.json names" VERBATIM)
  set(${variable} ${installed} PARENT_SCOPE)
endfunction()
