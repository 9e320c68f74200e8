# libscree: all modules in one library, with headers, a CMake package and a pkg-config file.
# Static unless BUILD_SHARED_LIBS is set. docs/howto/use_as_library.md, docs/decisions/0018.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(modules base geometry state laws detect shapes dynamics walls measure io sim scene run
  view api)
add_library(libscree)
set_target_properties(libscree PROPERTIES OUTPUT_NAME scree EXPORT_NAME scree LINKER_LANGUAGE CXX
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
foreach(module ${modules})
  target_sources(libscree PRIVATE $<TARGET_OBJECTS:scree_${module}>)
endforeach()
# Of these no header of ours says anything: programs link them and need not have them in view.
target_link_libraries(libscree PRIVATE fmt::fmt tomlplusplus::tomlplusplus ZLIB::ZLIB
  PkgConfig::HDF5 PkgConfig::MPFR OpenMP::OpenMP_CXX)
# What makes laws of a program's own round as those of the catalogue do.
target_compile_options(libscree INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>)
target_compile_features(libscree INTERFACE cxx_std_20)
if(SCREE_SANITIZE)
  target_link_options(libscree PUBLIC -fsanitize=${SCREE_SANITIZE})
endif()

install(TARGETS libscree EXPORT screeTargets COMPONENT development
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# Their includes are rewritten when they are installed.
install(CODE "
set(SCREE_HEADERS_FROM \"${CMAKE_SOURCE_DIR}/src\")
set(SCREE_HEADERS_WORK \"${CMAKE_BINARY_DIR}/public_headers\")
set(SCREE_HEADERS_TO \"${CMAKE_INSTALL_INCLUDEDIR}/scree\")" COMPONENT development)
install(SCRIPT ${CMAKE_SOURCE_DIR}/cmake/install_headers.cmake COMPONENT development)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/scree)
set(SCREE_SHARED ${BUILD_SHARED_LIBS})
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/screeConfig.cmake.in ${CMAKE_BINARY_DIR}/screeConfig.cmake
  INSTALL_DESTINATION ${package_folder})
# Before 1.0 a new minor version may change a header.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/screeConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(EXPORT screeTargets NAMESPACE scree:: DESTINATION ${package_folder} COMPONENT development)
install(FILES ${CMAKE_BINARY_DIR}/screeConfig.cmake ${CMAKE_BINARY_DIR}/screeConfigVersion.cmake
  DESTINATION ${package_folder} COMPONENT development)

# A static library hands what it needs itself on to the program.
set(SCREE_PC_NEEDS "fmt tomlplusplus zlib hdf5 mpfr")
if(BUILD_SHARED_LIBS)
  set(SCREE_PC_REQUIRES "Requires.private: ${SCREE_PC_NEEDS}\nLibs.private: -fopenmp")
else()
  set(SCREE_PC_REQUIRES "Requires: ${SCREE_PC_NEEDS}")
  set(SCREE_PC_OPENMP " -fopenmp")
endif()
# Relative to the file itself: the tree may be moved after it was installed.
file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(SCREE_PC_PREFIX "\${pcfiledir}/${up}")
configure_file(${CMAKE_SOURCE_DIR}/cmake/scree.pc.in ${CMAKE_BINARY_DIR}/scree.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/scree.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT development)
