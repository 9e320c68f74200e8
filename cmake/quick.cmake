# quick_to_compile(TARGET HEADER...): for code that is not hot and includes much. A release optimises
# it lightly: the command line and the tests take half the time. Under a sanitizer they are not
# optimised at all (the libraries are): a third of the time. Headers are precompiled, unless many
# files are compiled at once (CMAKE_UNITY_BUILD): then each is read a few times only.
function(quick_to_compile target)
  if(NOT CMAKE_UNITY_BUILD)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>
    $<$<CONFIG:Debug>:-O0>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    target_compile_options(${target} PRIVATE -fpch-preprocess)  # for ccache
  endif()
endfunction()
