# cmake --install and the Debian package (`make deb`).
include(GNUInstallDirs)

if(TARGET scree)
  install(TARGETS scree RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
# The library of graphics cards, where it was built (make card); the program looks for it there.
if(TARGET card)
  install(FILES ${CMAKE_BINARY_DIR}/apps/scree/libscree_cuda.so DESTINATION lib/scree COMPONENT card
    OPTIONAL)
endif()
install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/scree OPTIONAL)
# The page of `scree view`, where it was built (make viewer).
install(DIRECTORY web/dist/ DESTINATION ${CMAKE_INSTALL_DATADIR}/scree/viewer OPTIONAL)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})  # links of the README keep working
install(FILES README.md CHANGELOG.md CONTRIBUTING.md CITATION.cff
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Debian looks for the licence under this name. The page has parts of other packages: theirs follow.
install(CODE "
  set(texts [[${CMAKE_SOURCE_DIR}/LICENSE]])
  if(EXISTS [[${CMAKE_SOURCE_DIR}/web/dist/licences.txt]])
    list(APPEND texts [[${CMAKE_SOURCE_DIR}/web/dist/licences.txt]])
  endif()
  set(whole \"\")
  foreach(text IN LISTS texts)
    file(READ \"\${text}\" one)
    string(APPEND whole \"\${one}\\n\")
  endforeach()
  file(WRITE [[${CMAKE_BINARY_DIR}/copyright]] \"\${whole}\")")
install(FILES ${CMAKE_BINARY_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The Debian package is the program; the library (component `development`) is installed from source.
set(CPACK_INSTALL_CMAKE_PROJECTS ${CMAKE_BINARY_DIR} scree Unspecified /)
set(CPACK_PACKAGE_NAME scree)
set(CPACK_PACKAGE_VENDOR "The Scree authors")
# Who builds a package for others gives an address as for all Debian packages: DEBFULLNAME, DEBEMAIL.
set(SCREE_MAINTAINER "The Scree authors <scree@packages.invalid>" CACHE STRING
  "Maintainer of the Debian package: Name <address>")
if(DEFINED ENV{DEBEMAIL})
  set(SCREE_MAINTAINER "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_PACKAGE_CONTACT "${SCREE_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${SCREE_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Simulates grains in contact with each other and with moving walls: balls, clusters, bonded
 grains, convex polyhedra and, in two dimensions, discs and polygons.
 The same scene gives the same bits with any number of threads.")
include(CPack)
