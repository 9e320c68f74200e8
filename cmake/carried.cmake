# carried_in(TARGET FOLDER): the program in a folder of its own, with the libraries that a machine
# without our packages lacks, so that the folder can be carried there.
function(carried_in target folder)
  set(place ${CMAKE_CURRENT_BINARY_DIR}/${folder})
  set_target_properties(${target} PROPERTIES BUILD_RPATH "$ORIGIN" RUNTIME_OUTPUT_DIRECTORY ${place})
  if(OpenMP_gomp_LIBRARY)
    find_library(SCREE_MPFR_FILE mpfr REQUIRED)
    add_custom_command(TARGET ${target} POST_BUILD
      COMMAND cp -L $<TARGET_SONAME_FILE:fmt::fmt> ${place}
      COMMAND cp -L ${SCREE_MPFR_FILE} ${place}/libmpfr.so.6  # its libgmp is part of any Debian
      COMMAND cp -L ${OpenMP_gomp_LIBRARY} ${place}/libgomp.so.1)
  endif()
endfunction()
