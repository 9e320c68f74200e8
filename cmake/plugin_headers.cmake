# The headers with which `scree plugin build` and Python's scree.law() compile: in the build folder
# while one builds, in share/scree/plugin_headers and in Python's package when they are installed.
# Target `plugin_headers`.
include(GNUInstallDirs)
include(${CMAKE_CURRENT_LIST_DIR}/public_headers.cmake)
set(plugin_headers_folder ${CMAKE_BINARY_DIR}/plugin_headers)
set(plugin_header_files ${SCREE_PLUGIN_SOURCES})
list(TRANSFORM plugin_header_files PREPEND ${CMAKE_SOURCE_DIR}/src/)
add_custom_command(OUTPUT ${plugin_headers_folder}.stamp
  COMMAND ${CMAKE_COMMAND} -DFROM=${CMAKE_SOURCE_DIR}/src -DGENERATED=${CMAKE_BINARY_DIR}/generated
    -DTO=${plugin_headers_folder} -P ${CMAKE_CURRENT_LIST_DIR}/make_plugin_headers.cmake
  DEPENDS ${plugin_header_files} ${CMAKE_BINARY_DIR}/generated/base/version.hpp
    ${CMAKE_CURRENT_LIST_DIR}/public_headers.cmake ${CMAKE_CURRENT_LIST_DIR}/rewrite_headers.cmake
    ${CMAKE_CURRENT_LIST_DIR}/make_plugin_headers.cmake
  COMMENT "Headers for plugins" VERBATIM)
add_custom_target(plugin_headers ALL DEPENDS ${plugin_headers_folder}.stamp)

install(DIRECTORY ${plugin_headers_folder} DESTINATION ${CMAKE_INSTALL_DATADIR}/scree OPTIONAL)
