# quick_to_compile(TARGET HEADER...): for code that is not hot and includes much. Headers are
# precompiled, and a release optimises lightly: the command line and the tests take half the time.
# Under a sanitizer they are not optimised at all (the libraries are): a third of the time.
function(quick_to_compile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>
    $<$<CONFIG:Debug>:-O0>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE -fpch-preprocess)  # for ccache
  endif()
endfunction()
