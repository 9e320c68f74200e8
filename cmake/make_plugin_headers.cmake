# Run by plugin_headers.cmake when a header has changed: FROM (src), GENERATED, TO.
cmake_policy(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/public_headers.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/rewrite_headers.cmake)

rewrite_headers(${FROM} ${TO}/scree ${SCREE_PLUGIN_SOURCES})
file(COPY ${GENERATED}/base/version.hpp DESTINATION ${TO}/scree/base)
file(TOUCH ${TO}.stamp)
