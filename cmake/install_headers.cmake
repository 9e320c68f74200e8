# Installs the public headers (public_headers.cmake). Their includes are rewritten, so that a program
# needs one include folder, and a program's own base/vec3.hpp is never taken for ours:
# "api/world.hpp" becomes "scree/world.hpp", "base/vec3.hpp" becomes "scree/base/vec3.hpp".
cmake_policy(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/public_headers.cmake)

file(REMOVE_RECURSE ${SCREE_HEADERS_WORK})
foreach(header ${SCREE_PUBLIC_HEADERS})
  file(READ ${SCREE_HEADERS_FROM}/${header} text)
  string(REPLACE "#include \"api/" "#include \"scree/" text "${text}")
  string(REGEX REPLACE "#include \"((base|laws|sim)/)" "#include \"scree/\\1" text "${text}")
  string(REGEX REPLACE "^api/" "" name ${header})
  file(WRITE ${SCREE_HEADERS_WORK}/${name} "${text}")
endforeach()
if(NOT IS_ABSOLUTE "${SCREE_HEADERS_TO}")
  set(SCREE_HEADERS_TO ${CMAKE_INSTALL_PREFIX}/${SCREE_HEADERS_TO})
endif()
file(INSTALL DESTINATION ${SCREE_HEADERS_TO} TYPE DIRECTORY FILES ${SCREE_HEADERS_WORK}/)
