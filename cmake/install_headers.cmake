# Installs the public headers (public_headers.cmake). Their includes are rewritten, so that a program
# needs one include folder, and a program's own base/vec3.hpp is never taken for ours:
# "api/world.hpp" becomes "scree/world.hpp", "base/vec3.hpp" becomes "scree/base/vec3.hpp".
cmake_policy(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/public_headers.cmake)

include(${CMAKE_CURRENT_LIST_DIR}/rewrite_headers.cmake)

rewrite_headers(${SCREE_HEADERS_FROM} ${SCREE_HEADERS_WORK} ${SCREE_PUBLIC_HEADERS})
if(NOT IS_ABSOLUTE "${SCREE_HEADERS_TO}")
  set(SCREE_HEADERS_TO ${CMAKE_INSTALL_PREFIX}/${SCREE_HEADERS_TO})
endif()
file(INSTALL DESTINATION ${SCREE_HEADERS_TO} TYPE DIRECTORY FILES ${SCREE_HEADERS_WORK}/)
